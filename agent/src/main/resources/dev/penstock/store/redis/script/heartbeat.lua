-- Records how many concurrency slots an instance holds, and that it is alive.
--
-- KEYS     some keys
-- ARGV     for each key: "slots", the instance's name, after how long its slots expire (us), slots
-- returns  {now}
for i = 1, #KEYS do
  text()
  local name, lapse, count = text(), number(), number()
  local held, expired = instances_of(KEYS[i])
  if count > 0 or #held + #expired > 0 then
    hold(KEYS[i], name, count, lapse, held, expired, 0)
  end
end
return {now}
