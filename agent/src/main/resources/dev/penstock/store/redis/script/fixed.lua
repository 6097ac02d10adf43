-- Fixed windows of one length. FixedWindow has the same sums.
--
-- ARGV     length (us)
kinds.fixed = each_window(function()
  local length = number()
  local index = window_index(length)
  return index, (index + 1) * length, (index + 2) * length
end)

