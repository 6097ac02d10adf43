-- Spends in windows of a calendar: the twin of CalendarWindow.
--
-- ARGV     the number of a window, when the one before it starts, when it starts itself, when each
--          of the next two starts and when the last of these ends (us); permits, cost
-- record   "INDEX CURRENT" of the window that counts
--
-- Whoever asks knows the calendar, but his clock may be off: the window is picked by the time here.
-- If that lies in none of the first three, the kind cannot tell.
kinds.calendar = {}

-- The number of the window that now lies in, its end and that of the next; or nil.
local function window_of_calendar()
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
end

function kinds.calendar.judge(key)
  local today, its_end, next_end = window_of_calendar()
  local permits, cost = number(), number()
  if not today then
    return nil
  end
  local index, current = counted(key, today)
  local counts = (index == today and its_end or next_end) - now
  return claim_in_window(index, current, permits, cost, counts)
end

