-- Raises what keys have spent to what older keys have spent. What a key has spent already counts
-- towards that, so it does not matter how often, and by how many, this is done.
--
-- KEYS     some keys
-- ARGV     for each key: its kind, and what that takes
-- returns  {now, 1}
--          {now, -1} if the arguments spoke of other times than now; to be done again
for i = 1, #KEYS do
  if not kinds[text()].carry(KEYS[i]) then
    return {now, -1}
  end
end
return {now, 1}
