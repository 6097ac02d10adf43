-- Spends in one fixed window and nothing else. See bucket-alone.lua for the reason, and window.lua,
-- each-window.lua and fixed.lua for the sums.
--
-- KEYS     the window
-- ARGV     the kind, length (us), permits, cost
-- returns  {now, 1 granted | 0 rejected, the record after that}
local key, length = KEYS[1], tonumber(ARGV[2])
local permits, cost = tonumber(ARGV[3]), tonumber(ARGV[4])
local index, current = (now - math.fmod(now, length)) / length, 0
local stored = redis.call('GET', key)
if stored then
  local of, spent = string.match(stored, '^(%d+) (%d+)')
  of = tonumber(of)
  if of >= index then
    index, current = math.min(of, index + 1), tonumber(spent)
  end
end
local spent, granted = math.min(current, permits), 0
if cost <= permits - spent then
  granted, current = 1, spent + cost
end
local record = string.format('%.0f %.0f', index, current)
if granted == 1 then
  redis.call('SET', key, record, 'PX', string.format('%.0f',
    math.max(1, math.ceil(((index + 1) * length - now + SLACK) / 1000))))
end
return {now, granted, record}
