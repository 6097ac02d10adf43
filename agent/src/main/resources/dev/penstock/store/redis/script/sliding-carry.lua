-- Raises the units that count in a sliding window. SlidingWindow.withAtLeast has the same sums.
--
-- ARGV     length (us), units
--
-- A product beyond 2^53 is rounded; then one unit too many may be counted as spent.
function kinds.sliding.carry(key)
  local length, units = number(), number()
  local index, current, previous = read_window(key, window_index(length))
  local into = math.max(0, now - index * length)
  local missing = units - current - (previous - math.floor(previous * into / length))
  if missing > 0 then
    put(key, sliding_record(index, current + missing, previous), (index + 2) * length - now)
  end
  return true
end

