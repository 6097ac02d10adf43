-- Leases from a window that slides. The weight of the window before only falls until the window of
-- now is over, so units that fit now fit until then.
--
-- ARGV     length (us), permits
function kinds.sliding.lease(key, most, hand_back)
  local length, permits = number(), number()
  hand_back()
  local today = window_of(now, length)
  local index, current, previous = counted(key, today)
  local too_many = first_that(1, most + 1, function(units)
    return not fits_sliding(index, current, previous, length, permits, units)
  end)
  return {
    room = too_many - 1,
    valid = (today + 1) * length - now,
    take = function(units)
      current = current + units
      put(key, sliding_record(index, current, previous), (index + 2) * length - now)
    end,
    record = function()
      return sliding_record(index, current, previous)
    end
  }
end

