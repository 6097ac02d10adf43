-- Writes how many slots a member really holds, and that it is alive.
--
-- KEYS     some keys
-- ARGV     for each key: "slots", the member's name, after how long its slots lapse (us), slots
-- returns  {now}
for i = 1, #KEYS do
  text()
  local name, lapse, count = text(), number(), number()
  local held, expired = members_of(KEYS[i])
  if count > 0 or #held + #expired > 0 then
    hold(KEYS[i], name, count, lapse, held, expired, 0)
  end
end
return {now}
