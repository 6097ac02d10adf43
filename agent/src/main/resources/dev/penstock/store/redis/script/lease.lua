-- Takes as many units of one budget as fit, between `least` and `most`, to be spent later; or none.
--
-- KEYS     the key; for a bucket also the hash of what is out on lease, in the same slot
-- ARGV     the kind, least, most, what the kind takes; 1 and what the kind takes to give back what
--          is left of the last lease, or 0
-- returns  {now, units taken, units of earlier leases that are still out, what is on record, us for
--          which the units may be spent from now on}
--          {now, -1} if it spoke of other times than now; nothing is changed
local kind, least, most = kinds[text()], number(), number()

local function hand_back()
  if number() == 1 then
    kind.refund(KEYS[1])
  end
end

local lease = kind.lease(KEYS[1], most, hand_back, least)
if not lease then
  return {now, -1}
end
local units = math.min(lease.room, most)
if units < least then
  units = 0
end
if units > 0 or lease.changed then
  lease.take(units)
end
return {now, units, lease.kept or 0, lease.record(), lease.valid}
