-- Refunds units spent in a window. WindowLimit.giveBack has the same sums.
--
-- ARGV     the index of the window in which they were spent, cost
for _, kind in pairs(kinds) do
  if kind.window then
    function kind.refund(key)
      local index, cost = number(), number()
      local stored = redis.call('GET', key)
      if not stored then
        return
      end
      local of, current = string.match(stored, '^(%d+) (%d+)')
      if tonumber(of) == index then
        replace(key, window_record(index, math.max(0, tonumber(current) - cost)))
      end
    end
  end
end

