-- Spends in a sliding log: within the permits in every interval of the window's length. SlidingLog
-- has the same sums.
--
-- The key is a list of "TIME BEFORE AFTER", ordered by time: the time of a charge, and the running
-- totals of all charges before and after it. The units that count are the difference of two totals,
-- however many entries are between them. Totals wrap at 2^52, so that a total and a cost are below
-- 2^53. No two entries have the same time.
--
-- ARGV     length (us), permits, cost, the units that have to fit
-- record   "REMAINING RESET WAIT TIME": permits left, us until there are more, us until the claim
--          fits, and the time of a charge
kinds.log = {}
local LAP = 4503599627370496

local function entry(key, i)
  local time, before, after = string.match(redis.call('LINDEX', key, i), '^(%d+) (%d+) (%d+)$')
  return tonumber(time), tonumber(before), tonumber(after)
end

local function entry_text(time, before, after)
  return decimal(time) .. ' ' .. decimal(before) .. ' ' .. decimal(after)
end

local function difference(after, before)
  return after >= before and after - before or after - before + LAP
end

-- The part of the log that counts now. Old entries are skipped, because only a charge may remove
-- them.
local function log_view(key, length)
  local view = {key = key, length = length, size = redis.call('LLEN', key), total = 0, spent = 0}
  view.first = first_that(0, view.size, function(i)
    return now - entry(key, i) < length
  end)
  view.time = now
  if view.size > 0 then
    local last, _, total = entry(key, -1)
    view.last, view.total, view.time = last, total, math.max(now, last)
  end
  if view.first < view.size then
    local _, before = entry(key, view.first)
    view.before, view.spent = before, difference(view.total, before)
  end
  return view
end

-- The time until at most this many units count.
local function until_spent(view, allowed)
  if view.spent <= allowed then
    return 0
  end
  local i = first_that(view.first, view.size - 1, function(i)
    local _, _, after = entry(view.key, i)
    return difference(after, view.before) >= view.spent - allowed
  end)
  return math.max(0, entry(view.key, i) + view.length - now)
end

local function log_record(view, permits, cost)
  local remaining = math.max(0, permits - view.spent)
  local reset = view.spent == 0 and 0 or until_spent(view, permits - remaining - 1)
  local wait = cost <= permits and until_spent(view, permits - cost) or 0
  return table.concat({decimal(remaining), decimal(reset), decimal(wait), decimal(view.time)}, ' ')
end

-- Adds a charge at a time that is not before the latest entry.
local function log_spend(view, time, cost)
  local after = math.fmod(view.total + cost, LAP)
  if view.first > 0 then
    redis.call('LTRIM', view.key, view.first, -1)
  end
  if view.first < view.size and view.last == time then
    local _, before = entry(view.key, -1)
    redis.call('LSET', view.key, -1, entry_text(time, before, after))
  else
    redis.call('RPUSH', view.key, entry_text(time, view.total, after))
  end
  redis.call('PEXPIRE', view.key, lifetime(time + view.length - now))
end

function kinds.log.decide(key)
  local length, permits, cost, total = number(), number(), number(), number()
  local view = log_view(key, length)
  local function charge()
    view = log_view(key, length)
    log_spend(view, view.time, cost)
    return log_record(log_view(key, length), permits, 0)
  end
  local fits = total <= permits - view.spent
  return {
    fits = fits,
    record = log_record(view, permits, fits and 0 or total),
    charge = charge
  }
end

