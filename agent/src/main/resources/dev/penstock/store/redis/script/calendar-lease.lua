-- ARGV     the windows around now, as in calendar.lua; permits
function kinds.calendar.lease(key, most, hand_back)
  local today, its_end, next_end = window_of_calendar()
  local permits = number()
  if not today then
    return nil
  end
  hand_back()
  local index, current = counted(key, today)
  local ends = (index == today and its_end or next_end) - now
  return lease_in_window(key, index, current, permits, ends, its_end - now)
end

