-- Raises what keys have spent to what earlier keys have spent. Units that a key has spent already
-- count towards that, so it does no harm to repeat this, or to do it from several instances.
--
-- KEYS     some keys
-- ARGV     for each key: its kind, and the arguments of that kind
-- returns  {now, 1}
--          {now, -1} if the windows in the arguments do not contain now; to be repeated
for i = 1, #KEYS do
  if not kinds[text()].carry(KEYS[i]) then
    return {now, -1}
  end
end
return {now, 1}
