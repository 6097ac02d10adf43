-- ARGV     length (us), permits
function kinds.fixed.lease(key, most, hand_back)
  local length, permits = number(), number()
  hand_back()
  local today = window_of(now, length)
  local index, current = counted(key, today)
  local ends = (index + 1) * length - now
  return lease_in_window(key, index, current, permits, ends, (today + 1) * length - now)
end

