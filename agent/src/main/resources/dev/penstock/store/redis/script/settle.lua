-- Charges all claims if each of them fits, or none. What is refused writes nothing.
--
-- returns  {now, 1 granted | 0 refused, what is on record for each claim, after that}
--          {now, -1} if a claim spoke of other times than now; nothing is changed
local claims, granted = judge_all()
if not claims then
  return {now, -1}
end
if granted then
  for i = 1, #claims do
    charge(claims[i], KEYS[i])
  end
end
return answer(granted, claims)
