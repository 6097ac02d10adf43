-- Spends in windows of one length: the twin of FixedWindow.
--
-- ARGV     length (us), permits, cost
-- record   "INDEX CURRENT" of the window that counts
kinds.fixed = {}

function kinds.fixed.judge(key)
  local length, permits, cost = number(), number(), number()
  local index, current = counted(key, window_of(now, length))
  return claim_in_window(index, current, permits, cost, (index + 1) * length - now)
end

