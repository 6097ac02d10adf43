-- Spends from a token bucket. TokenBucket has the same sums.
--
-- The key contains the time at which the bucket is full again, "MICROS TICKS" or "MICROS". A tick
-- is a fraction of a microsecond such that one permit is refilled in a whole number of ticks. Ticks
-- since 1970 would not fit a double, so times are stored and passed as pairs of microseconds and
-- remaining ticks.
--
-- ARGV     ticks per us, reach (pair), the time that refills the cost (pair)
-- record   the time at which the bucket is full again; now if it is full
kinds.bucket = {}

local function later(us, ticks, than, than_ticks)
  return us > than or (us == than and ticks > than_ticks)
end

local function sum(us, ticks, more, more_ticks, per_us)
  us, ticks = us + more, ticks + more_ticks
  if ticks >= per_us then
    return us + 1, ticks - per_us
  end
  return us, ticks
end

local function bucket_record(us, ticks)
  return ticks == 0 and decimal(us) or decimal(us) .. ' ' .. decimal(ticks)
end

-- When the bucket is full again, at least now. It may be further ahead than the bucket can be
-- spent, after a reload from a larger bucket or after the clock stepped back. Then nothing fits for
-- a while.
local function full_at(key)
  local stored = redis.call('GET', key)
  if not stored then
    return now, 0
  end
  local us, ticks = string.match(stored, '^(%d+) ?(%d*)$')
  us, ticks = tonumber(us), tonumber(ticks) or 0
  if us < now then
    return now, 0
  end
  return us, ticks
end

function kinds.bucket.decide(key)
  local per_us, reach, reach_ticks = number(), number(), number()
  local us, ticks = full_at(key)
  local after, after_ticks = sum(us, ticks, number(), number(), per_us)
  return {
    fits = not later(after, after_ticks, now + reach, reach_ticks),
    record = bucket_record(us, ticks),
    after = bucket_record(after, after_ticks),
    counts = after - now
  }
end

