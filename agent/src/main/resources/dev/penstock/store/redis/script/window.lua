-- The record of a key that counts by windows of time. WindowCount has the same sums.
--
-- The key contains "INDEX CURRENT" or "INDEX CURRENT PREVIOUS": the index of a window, and the
-- units spent in it and in the window before.
local function window_index(length)
  return (now - math.fmod(now, length)) / length
end

-- The window to count in, and the units spent in it and in the one before. It is the current window
-- unless the key names a later one: then the clock has stepped back, and counting in an earlier
-- window would forget spent units. It is never more than one ahead, so that a large step back does
-- not reject calls for long.
local function read_window(key, index)
  local stored = redis.call('GET', key)
  if not stored then
    return index, 0, 0
  end
  local of, current, previous = string.match(stored, '^(%d+) (%d+) ?(%d*)$')
  of = tonumber(of)
  if of < index then
    return index, 0, of == index - 1 and tonumber(current) or 0
  end
  return math.min(of, index + 1), tonumber(current), tonumber(previous) or 0
end

