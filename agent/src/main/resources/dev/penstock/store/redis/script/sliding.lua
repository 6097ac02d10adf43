-- Spends in a sliding window that is approximated with two counters. SlidingWindow has the same
-- sums.
--
-- ARGV     length (us), permits, cost
-- record   "INDEX CURRENT PREVIOUS" of the window that counts
kinds.sliding = {}

local function sliding_record(index, current, previous)
  return decimal(index) .. ' ' .. decimal(current) .. ' ' .. decimal(previous)
end

local function fits_sliding(index, current, previous, length, permits, cost)
  local left = permits - cost - current
  if left < 0 or previous <= left then
    return left >= 0
  end
  local into = math.max(0, now - index * length)
  return product_at_most(length - into, previous, length, left)
end

function kinds.sliding.decide(key)
  local length, permits, cost = number(), number(), number()
  local index, current, previous = read_window(key, window_index(length))
  return {
    fits = fits_sliding(index, current, previous, length, permits, cost),
    record = sliding_record(index, current, previous),
    after = sliding_record(index, current + cost, previous),
    counts = (index + 2) * length - now
  }
end

