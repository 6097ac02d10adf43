-- Gives back what was spent in a window: the twin of EachWindow.giveBack.
--
-- ARGV     the number of the window that it was spent in, cost
local function refund_in_window(key)
  local index, cost = number(), number()
  local stored = redis.call('GET', key)
  if not stored then
    return
  end
  local of, current = string.match(stored, '^(%d+) (%d+)')
  if tonumber(of) == index then
    replace(key, each_window(index, math.max(0, tonumber(current) - cost)))
  end
end
