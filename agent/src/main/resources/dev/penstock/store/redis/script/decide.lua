-- Decides all claims, in the order of their keys. Changes nothing.
--
-- KEYS     one for each claim
-- ARGV     for each claim: its kind, and the arguments of that kind
-- returns  {now, -1} if the windows in the arguments do not contain now; see calendar.lua
--
-- A claim has: whether it `fits`; the `record` of its key; and either the value to write (`after`)
-- and how long it `counts` (us), or a function `charge` that writes it. It is nil if its windows do
-- not contain now.
local function decide_all()
  local claims, granted = {}, true
  for i = 1, #KEYS do
    local claim = kinds[text()].decide(KEYS[i])
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

local function reply(granted, claims)
  local parts = {now, granted and 1 or 0}
  for i = 1, #claims do
    parts[i + 2] = claims[i].record
  end
  return parts
end

local claims, granted = decide_all()
if not claims then
  return {now, -1}
end
