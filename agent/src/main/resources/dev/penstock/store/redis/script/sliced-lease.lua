-- Leases from a sliced window. The units must be spent in the current slice, like those of windows
-- in each-window-lease.lua.
--
-- ARGV     length of a slice (us), slices, 1 if strict, permits
function kinds.sliced.lease(key, most, return_rest)
  local numbers = sliced_numbers()
  return_rest()
  local index, counts = slices_of(key, numbers.index, numbers.slices)
  return {
    room = most_that_fit(most, function(units)
      return fits_sliced(index, counts, numbers, units)
    end),
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

