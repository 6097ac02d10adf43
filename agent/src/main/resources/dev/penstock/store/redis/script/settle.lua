-- Charges all claims if each of them fits, or none. A rejection writes nothing.
--
-- returns  {now, 1 granted | 0 rejected, the record of each claim after that}
if granted then
  for i = 1, #claims do
    charge(claims[i], KEYS[i])
  end
end
return reply(granted, claims)
