-- Refunds units spent from a bucket. TokenBucket.giveBack and giveUp have the same sums.
--
-- ARGV     ticks per us; the time that refills the cost (pair); the record after the charge if only
--          a place in the queue is given up, or ""; the time of the charge (us); 1 if nothing is
--          refunded while calls wait; how far ahead the bucket can be spent without a wait (pair)
local function less(us, ticks, fewer, fewer_ticks, per_us)
  us, ticks = us - fewer, ticks - fewer_ticks
  if ticks < 0 then
    us, ticks = us - 1, ticks + per_us
  end
  if us < 0 then
    return 0, 0
  end
  return us, ticks
end

function kinds.bucket.refund(key)
  local per_us = number()
  local cost, cost_ticks = number(), number()
  local place, charged, holds = text(), number(), number() == 1
  local depth, depth_ticks = number(), number()
  if redis.call('EXISTS', key) == 0 then
    return
  end
  local us, ticks = full_at(key)
  if place == '' then
    if holds and later(us, ticks, now + depth, depth_ticks) then
      return
    end
    -- units that were refilled since the charge are not refunded
    cost, cost_ticks = less(cost, cost_ticks, math.max(0, now - charged), 0, per_us)
  elseif place ~= bucket_record(us, ticks) then
    return
  end
  us, ticks = less(us, ticks, cost, cost_ticks, per_us)
  put(key, bucket_record(us, ticks), math.max(0, us - now))
end

