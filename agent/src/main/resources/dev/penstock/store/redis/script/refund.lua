-- Refunds charges, one after the other.
--
-- KEYS     one for each charge
-- ARGV     for each charge: its kind; "forget" to delete the key, or "part" and the arguments of
--          the kind
-- returns  {now}
for i = 1, #KEYS do
  local kind = kinds[text()]
  if text() == 'forget' then
    redis.call('DEL', KEYS[i])
  else
    kind.refund(KEYS[i])
  end
end
return {now}
