-- Tells what is on record for each claim, and whether all of them fit. Writes nothing.
--
-- returns  {now, 1 they fit | 0 they do not, what is on record for each claim}
--          {now, -1} if a claim spoke of other times than now
local claims, granted = judge_all()
if not claims then
  return {now, -1}
end
return answer(granted, claims)
