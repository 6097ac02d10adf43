-- Gives back what was spent in a slice: the twin of SlicedWindow.giveBack.
--
-- ARGV     the number of the slice that it was spent in, cost
function kinds.sliced.refund(key)
  local index, cost = number(), number()
  local stored = redis.call('GET', key)
  if not stored then
    return
  end
  local words = {}
  for word in string.gmatch(stored, '%d+') do
    words[#words + 1] = word
  end
  local place = tonumber(words[1]) - index + 2
  if place >= 2 and words[place] then
    words[place] = decimal(math.max(0, tonumber(words[place]) - cost))
    replace(key, table.concat(words, ' '))
  end
end

