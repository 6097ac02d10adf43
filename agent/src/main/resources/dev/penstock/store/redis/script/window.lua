-- What a key counts by windows of time: the twin of WindowCount.
--
-- The key holds "INDEX CURRENT" or "INDEX CURRENT PREVIOUS": the number of a window, what was spent
-- in it and what in the one before.
local function window_of(us, length)
  return (us - math.fmod(us, length)) / length
end

-- The window to count in, and what was spent in it and in the one before. That is the window of
-- now, unless the key speaks of a later one: then time has stepped back, and to count in an earlier
-- window would forget what is spent. It never is more than one ahead, so that a large step back
-- shuts nobody out for long.
local function counted(key, index)
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

local function each_window(index, current)
  return decimal(index) .. ' ' .. decimal(current)
end

-- A claim to what may be spent in each window, of which so many microseconds are left.
local function claim_in_window(index, current, permits, cost, left)
  local spent = math.min(current, permits)
  return {
    fits = cost <= permits - spent,
    record = each_window(index, current),
    after = each_window(index, spent + cost),
    counts = left
  }
end
