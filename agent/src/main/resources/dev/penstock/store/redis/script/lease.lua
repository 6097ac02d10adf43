-- Charges as many units of one budget as fit, from `least` to `most`, to be spent later; or none.
--
-- KEYS     the key; for a bucket also the hash of the units out on lease, in the same slot
-- ARGV     the kind, least, most, the arguments of the kind; 1 and the arguments of its refund to
--          return the rest of the last lease, or 0
-- returns  {now, units charged, units of earlier leases that are still out, the record, how long
--          the units may be spent (us)}
--          {now, -1} if the windows in the arguments do not contain now; nothing is changed
local kind, least, most = kinds[text()], number(), number()

local function return_rest()
  if number() == 1 then
    kind.refund(KEYS[1])
  end
end

local lease = kind.lease(KEYS[1], most, return_rest, least)
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
