-- Raises the units that count in a sliced window. SlicedWindow.withAtLeast has the same sums.
--
-- ARGV     length of a slice (us), slices, 1 if strict, permits, units
--
-- A product beyond 2^53 is rounded; then one unit too many may be counted as spent.
function kinds.sliced.carry(key)
  local numbers, missing = sliced_numbers(), number()
  local index, counts = slices_of(key, numbers.index, numbers.slices)
  for i = 1, numbers.slices do
    missing = missing - (counts[i] or 0)
  end
  local oldest = counts[numbers.slices + 1] or 0
  local into = numbers.strict and 0 or math.max(0, now - index * numbers.slice)
  missing = missing - (oldest - math.floor(oldest * into / numbers.slice))
  if missing > 0 then
    counts[1] = counts[1] + missing
    local ends = (index + numbers.slices + 1) * numbers.slice
    put(key, sliced_record(index, counts), ends - now)
  end
  return true
end

