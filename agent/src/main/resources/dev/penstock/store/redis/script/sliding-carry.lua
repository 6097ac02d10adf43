-- Raises what counts in a window that slides: the twin of SlidingWindow.withAtLeast.
--
-- ARGV     length (us), units
--
-- A product beyond 2^53 is rounded; then a unit more may be spent than need be.
function kinds.sliding.carry(key)
  local length, units = number(), number()
  local index, current, previous = counted(key, window_of(now, length))
  local into = math.max(0, now - index * length)
  local missing = units - current - (previous - math.floor(previous * into / length))
  if missing > 0 then
    put(key, sliding_record(index, current + missing, previous), (index + 2) * length - now)
  end
  return true
end

