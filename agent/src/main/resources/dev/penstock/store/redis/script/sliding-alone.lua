-- Spends in one sliding window and nothing else. See bucket-alone.lua for the reason, and
-- window.lua and sliding.lua for the sums.
--
-- KEYS     the window
-- ARGV     the kind, length (us), permits, cost
-- returns  {now, 1 granted | 0 rejected, the record after that}
local key, length, cost = KEYS[1], tonumber(ARGV[2]), tonumber(ARGV[4])
local index, current, previous = (now - math.fmod(now, length)) / length, 0, 0
local stored = redis.call('GET', key)
if stored then
  local of, spent, before = string.match(stored, '^(%d+) (%d+) ?(%d*)$')
  of, spent = tonumber(of), tonumber(spent)
  if of >= index then
    index, current, previous = math.min(of, index + 1), spent, tonumber(before) or 0
  elseif of == index - 1 then
    previous = spent
  end
end
local left = tonumber(ARGV[3]) - cost - current
local fits = left >= 0
if fits and previous > left then
  include product
  fits = product_at_most(length - math.max(0, now - index * length), previous, length, left)
end
if fits then
  current = current + cost
end
local record = string.format('%.0f %.0f %.0f', index, current, previous)
if fits then
  redis.call('SET', key, record, 'PX', string.format('%.0f',
    math.max(1, math.ceil(((index + 2) * length - now + SLACK) / 1000))))
end
return {now, fits and 1 or 0, record}
