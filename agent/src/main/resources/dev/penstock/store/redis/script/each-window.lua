-- Windows that count independently of each other: fixed windows and calendar windows. WindowLimit
-- has the same sums.
--
-- ARGV     the arguments of the kind, permits, cost
-- record   "INDEX CURRENT" of the window that counts
--
-- `window` is the only function that a kind needs. It reads the arguments of the kind and returns
-- the index of the window that contains now, the end of that window and the end of the next one; or
-- nil if the windows in the arguments do not contain now.
local function window_record(index, current)
  return decimal(index) .. ' ' .. decimal(current)
end

-- How long (us) the window with this index still counts: the current one, or the next.
local function time_left(index, current_index, ends, next_ends)
  return (index == current_index and ends or next_ends) - now
end

local function each_window(window)
  local kind = {window = window}
  function kind.decide(key)
    local current_index, ends, next_ends = window()
    local permits, cost = number(), number()
    if not current_index then
      return nil
    end
    local index, current = read_window(key, current_index)
    local spent = math.min(current, permits)
    return {
      fits = cost <= permits - spent,
      record = window_record(index, current),
      after = window_record(index, spent + cost),
      counts = time_left(index, current_index, ends, next_ends)
    }
  end
  return kind
end

