-- ARGV     the windows around now, as in calendar.lua; units
include window-carry
function kinds.calendar.carry(key)
  local today, its_end, next_end = window_of_calendar()
  local units = number()
  if not today then
    return nil
  end
  local index, current = counted(key, today)
  return carry_in_window(key, index, current, units, (index == today and its_end or next_end) - now)
end

