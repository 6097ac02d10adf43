-- Raises the units that count in a log. SlidingLog.withAtLeast has the same sums.
--
-- ARGV     length (us), units
function kinds.log.carry(key)
  local length, units = number(), number()
  local view = log_view(key, length)
  if units > view.spent then
    log_spend(view, view.time, units - view.spent)
  end
  return true
end

