-- Spends in a sliding window that is counted in slices. SlicedWindow has the same sums.
--
-- The key contains "NEWEST COUNT COUNT ...": the index of the newest slice, the units spent in it,
-- in the slice before it, and so on for as many slices as the window can cover.
--
-- ARGV     length of a slice (us), slices, 1 if strict, permits, cost
-- record   like the key, with the slice that counts as the newest
kinds.sliced = {}

-- The slice to count in, and the counts, newest first. A slice that is ahead of now counts, but as
-- at most one ahead, like windows in window.lua.
local function slices_of(key, index, slices)
  local stored, counts = redis.call('GET', key), {}
  if not stored then
    return index, {0}
  end
  local newest = nil
  for word in string.gmatch(stored, '%d+') do
    if newest then
      counts[#counts + 1] = tonumber(word)
    else
      newest = math.min(tonumber(word), index + 1)
    end
  end
  if newest >= index then
    return newest, counts
  end
  local shifted = {}
  for age = 0, slices do
    shifted[age + 1] = counts[age + 1 - (index - newest)] or 0
  end
  return index, shifted
end

local function sliced_record(index, counts)
  local words, used = {decimal(index)}, #counts
  while used > 1 and counts[used] == 0 do
    used = used - 1
  end
  for i = 1, used do
    words[i + 1] = decimal(counts[i])
  end
  return table.concat(words, ' ')
end

local function fits_sliced(index, counts, numbers, cost)
  local left = numbers.permits - cost
  for i = 1, numbers.slices do
    left = left - (counts[i] or 0)
  end
  local oldest = counts[numbers.slices + 1] or 0
  if left < 0 or oldest <= left or numbers.strict then
    return left >= 0 and oldest <= left
  end
  local into = math.max(0, now - index * numbers.slice)
  return product_at_most(numbers.slice - into, oldest, numbers.slice, left)
end

local function sliced_numbers()
  local numbers = {slice = number(), slices = number(), strict = number() == 1, permits = number()}
  numbers.index = (now - math.fmod(now, numbers.slice)) / numbers.slice
  return numbers
end

function kinds.sliced.decide(key)
  local numbers, cost = sliced_numbers(), number()
  local index, counts = slices_of(key, numbers.index, numbers.slices)
  local claim = {
    fits = fits_sliced(index, counts, numbers, cost),
    record = sliced_record(index, counts),
    counts = (index + numbers.slices + 1) * numbers.slice - now
  }
  counts[1] = counts[1] + cost
  claim.after = sliced_record(index, counts)
  return claim
end

