-- Judges all claims, in the order of their keys; changes nothing.
--
-- KEYS     one for each claim
-- ARGV     for each claim: its kind, and what that takes
--
-- A claim says whether it `fits`, what is on `record`, and either what to write (`after`) and for
-- how long that `counts` (us), or how it is charged (`charge`). It is nil if its kind cannot tell.
local function judge_all()
  local claims, granted = {}, true
  for i = 1, #KEYS do
    local claim = kinds[text()].judge(KEYS[i])
    if not claim then
      return nil
    end
    claims[i] = claim
    granted = granted and claim.fits
  end
  return claims, granted
end

local function charge(claim, key)
  if claim.charge then
    claim.record = claim.charge()
  else
    put(key, claim.after, claim.counts)
    claim.record = claim.after
  end
end

local function answer(granted, claims)
  local reply = {now, granted and 1 or 0}
  for i = 1, #claims do
    reply[i + 2] = claims[i].record
  end
  return reply
end

