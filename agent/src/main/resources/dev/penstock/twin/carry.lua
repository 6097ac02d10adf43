-- Charges those claims whose key does not exist yet, and leaves the others alone: so what an older
-- key has spent is carried over once, whoever comes first.
--
-- returns  {now, 1, what is on record for each claim, after that}
--          {now, -1} if a claim spoke of other times than now; nothing is changed
local claims = judge_all()
if not claims then
  return {now, -1}
end
for i = 1, #claims do
  if claims[i].fits and redis.call('EXISTS', KEYS[i]) == 0 then
    charge(claims[i], KEYS[i])
  end
end
return answer(true, claims)
