-- Refunds units spent in a slice. SlicedWindow.giveBack has the same sums.
--
-- ARGV     the index of the slice in which they were spent, cost
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

