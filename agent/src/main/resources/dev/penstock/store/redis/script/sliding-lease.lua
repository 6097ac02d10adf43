-- Leases from a sliding window. The weight of the previous window only decreases until the current
-- window ends, so units that fit now fit until then.
--
-- ARGV     length (us), permits
function kinds.sliding.lease(key, most, return_rest)
  local length, permits = number(), number()
  return_rest()
  local current_index = window_index(length)
  local index, current, previous = read_window(key, current_index)
  return {
    room = most_that_fit(most, function(units)
      return fits_sliding(index, current, previous, length, permits, units)
    end),
    valid = (current_index + 1) * length - now,
    take = function(units)
      current = current + units
      put(key, sliding_record(index, current, previous), (index + 2) * length - now)
    end,
    record = function()
      return sliding_record(index, current, previous)
    end
  }
end

