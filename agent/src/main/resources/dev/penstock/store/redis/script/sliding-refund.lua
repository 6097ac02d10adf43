-- Refunds units spent in the current window or the one before. SlidingWindow.giveBack has the same
-- sums.
--
-- ARGV     the index of the window in which they were spent, cost
function kinds.sliding.refund(key)
  local index, cost = number(), number()
  local stored = redis.call('GET', key)
  if not stored then
    return
  end
  local of, current, previous = string.match(stored, '^(%d+) (%d+) (%d+)$')
  of, current, previous = tonumber(of), tonumber(current), tonumber(previous)
  if of == index then
    replace(key, sliding_record(of, math.max(0, current - cost), previous))
  elseif of == index + 1 then
    replace(key, sliding_record(of, current, math.max(0, previous - cost)))
  end
end

