-- Leases from a window that slides in slices: units have to be spent in the slice of now, as those
-- of windows in window-lease.lua.
--
-- ARGV     length of a slice (us), slices, 1 if strict, permits
function kinds.sliced.lease(key, most, hand_back)
  local numbers = sliced_numbers()
  hand_back()
  local index, counts = slices_of(key, numbers.index, numbers.slices)
  local too_many = first_that(1, most + 1, function(units)
    return not fits_sliced(index, counts, numbers, units)
  end)
  return {
    room = too_many - 1,
    valid = (numbers.index + 1) * numbers.slice - now,
    take = function(units)
      counts[1] = counts[1] + units
      local ends = (index + numbers.slices + 1) * numbers.slice
      put(key, sliced_record(index, counts), ends - now)
    end,
    record = function()
      return sliced_record(index, counts)
    end
  }
end

