-- Removes units from the log. SlidingLog.giveBack has the same sums.
--
-- ARGV     the time of the entry, cost
--
-- All later entries have totals that include these units. Most refunds follow soon after their
-- charge, so there are few later entries.
local function take_out(key, i, size, taken)
  local time, before, after = entry(key, i)
  local left = math.fmod(after - taken + LAP, LAP)
  if left == before then
    redis.call('LREM', key, -1, entry_text(time, before, after))
    i, size = i - 1, size - 1
  else
    redis.call('LSET', key, i, entry_text(time, before, left))
  end
  for j = i + 1, size - 1 do
    local its_time, its_before, its_after = entry(key, j)
    its_before = math.fmod(its_before - taken + LAP, LAP)
    its_after = math.fmod(its_after - taken + LAP, LAP)
    redis.call('LSET', key, j, entry_text(its_time, its_before, its_after))
  end
end

function kinds.log.refund(key)
  local time, cost = number(), number()
  local size = redis.call('LLEN', key)
  local i = first_that(0, size, function(i)
    return entry(key, i) >= time
  end)
  if i == size then
    return
  end
  local found, before, after = entry(key, i)
  local taken = math.min(cost, difference(after, before))
  if found == time and taken > 0 then
    take_out(key, i, size, taken)
  end
end

