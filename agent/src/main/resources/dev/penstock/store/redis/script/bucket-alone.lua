-- Spends from one token bucket and nothing else: decide, settle and bucket in one file.
--
-- Most calls need exactly this. Without the functions and tables of the parts, which Redis creates
-- again for every call, it takes half the time. ScriptsMatchJavaTest plays every history to both
-- versions.
--
-- KEYS     the bucket; see bucket.lua for its record
-- ARGV     the kind, ticks per us, reach (pair), the time that refills the cost (pair)
-- returns  {now, 1 granted | 0 rejected, the record after that}
local key, per_us = KEYS[1], tonumber(ARGV[2])
local reach, reach_ticks = tonumber(ARGV[3]), tonumber(ARGV[4])
local stored, us, ticks = redis.call('GET', key), now, 0
if stored then
  us = tonumber(stored)
  if not us then
    us, ticks = string.match(stored, '^(%d+) (%d+)$')
    us, ticks = tonumber(us), tonumber(ticks)
  end
  if us < now then
    us, ticks = now, 0
  end
end
local after, after_ticks = us + tonumber(ARGV[5]), ticks + tonumber(ARGV[6])
if after_ticks >= per_us then
  after, after_ticks = after + 1, after_ticks - per_us
end
local granted = 1
if after > now + reach or (after == now + reach and after_ticks > reach_ticks) then
  granted, after, after_ticks = 0, us, ticks
end
local record = string.format(after_ticks == 0 and '%.0f' or '%.0f %.0f', after, after_ticks)
if granted == 1 then
  redis.call('SET', key, record, 'PX',
    string.format('%.0f', math.max(1, math.ceil((after - now + SLACK) / 1000))))
end
return {now, granted, record}
