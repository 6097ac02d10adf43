-- Windows of a calendar. CalendarWindow has the same sums.
--
-- ARGV     the index of a window; the start (us) of the window before it, of itself and of the next
--          two windows; the end of the last of these
--
-- The instance knows the calendar, but its clock may be off. So this script selects the window by
-- its own clock. If none of the first three windows contains now, the result is nil.
kinds.calendar = each_window(function()
  local index, starts = number(), {}
  for i = 1, 5 do
    starts[i] = number()
  end
  for i = 1, 3 do
    if starts[i] <= now and now < starts[i + 1] then
      return index - 2 + i, starts[i + 1], starts[i + 2]
    end
  end
  return nil
end)

