-- Leases from a token bucket.
--
-- KEYS[2]  a hash of the units out on lease: for each instance the units, and when they expire
-- ARGV     ticks per us, depth (pair), interval (pair and in ticks); the instance's name, after how
--          long its units expire (us), the units that it has spent and the units that it returns
--
-- Units that are out on lease count as if they were still in the bucket: it never refills beyond
-- its burst less the units that are out. Otherwise it would be full again by the time that these
-- are spent, and two bursts would come at once.
--
-- Proof: let S be the time at which the bucket is full again, never less than now plus the time
-- that refills all units that are out. Let T be the same time for a bucket that is charged when
-- units are really spent, and u the time that refills the units that are out and not spent yet.
-- Then
--
--     S >= max(T, now) + u   at all times.
--
-- Time: S is kept at least that far ahead of now. A lease adds the same to both sides. Spending a
-- unit moves its time from u to T. Reporting it as spent changes neither side, once S was raised to
-- its minimum at that instant. Returning units subtracts the same from both sides. When units
-- expire, u decreases, and S stays at its minimum of that instant. Units are only granted if S is
-- at most now + depth afterwards. So when one is spent, T <= S <= now + depth: it conforms.
local function times(units, us, ticks, per_us)
  local more = units * ticks
  local rest = math.fmod(more, per_us)
  return units * us + (more - rest) / per_us, rest
end

-- When the bucket is full again, and the units that are out, with all expired units counted as
-- spent.
local function settled(key, out_key, numbers)
  local held, expired = instances_of(out_key)
  local out = held_by_all(held) + held_by_all(expired)
  local us, ticks = full_at(key)
  local function raise(time)
    local ahead, ahead_ticks = times(out, numbers.interval, numbers.interval_ticks, numbers.per_us)
    if later(time + ahead, ahead_ticks, us, ticks) then
      us, ticks = time + ahead, ahead_ticks
    end
  end
  table.sort(expired, function(a, b)
    return a.expires < b.expires
  end)
  for _, field in ipairs(expired) do
    raise(field.expires)
    out = out - field.count
  end
  raise(now)
  return us, ticks, held, expired
end

local function lease_numbers()
  local numbers = {per_us = number(), depth = number(), depth_ticks = number()}
  numbers.interval, numbers.interval_ticks, numbers.all_ticks = number(), number(), number()
  return numbers
end

-- How many units fit. The instance chooses `most` such that its time is exact in ticks.
local function bucket_room(us, ticks, numbers, most)
  local left, left_ticks = less(now + numbers.depth, numbers.depth_ticks, us, ticks, numbers.per_us)
  local need, need_ticks = times(most, numbers.interval, numbers.interval_ticks, numbers.per_us)
  if not later(need, need_ticks, left, left_ticks) then
    return most
  end
  local all = left * numbers.per_us + left_ticks
  return (all - math.fmod(all, numbers.all_ticks)) / numbers.all_ticks
end

function kinds.bucket.lease(key, most)
  local numbers, out_key = lease_numbers(), KEYS[2]
  local name, lapse, spent, unused = text(), number(), number(), number()
  local us, ticks, held, expired = settled(key, out_key, numbers)
  local own = held_by(name, held)
  local back = math.min(unused, own)
  local kept = math.max(0, own - back - spent)
  local per_us = numbers.per_us
  local function interval_times(units)
    return times(units, numbers.interval, numbers.interval_ticks, per_us)
  end
  local gain, gain_ticks = interval_times(back)
  us, ticks = less(us, ticks, gain, gain_ticks, per_us)
  return {
    room = bucket_room(us, ticks, numbers, most),
    kept = kept,
    valid = lapse,
    changed = own > 0 or #expired > 0,
    take = function(units)
      local more, more_ticks = interval_times(units)
      us, ticks = sum(us, ticks, more, more_ticks, per_us)
      put(key, bucket_record(us, ticks), math.max(0, us - now))
      local out = held_by_all(held) - own + kept + units
      hold(out_key, name, kept + units, lapse, held, expired, (interval_times(out)))
    end,
    record = function()
      return bucket_record(us, ticks)
    end
  }
end

