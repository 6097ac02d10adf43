-- ARGV     length (us), units
include window-carry
function kinds.fixed.carry(key)
  local length, units = number(), number()
  local index, current = counted(key, window_of(now, length))
  return carry_in_window(key, index, current, units, (index + 1) * length - now)
end

