-- The start of every script: reads arguments, and writes keys.
--
-- All numbers are whole and below 2^53, so doubles hold them exactly. `decimal` formats them,
-- because Lua's own conversion to text keeps only 14 digits. Every key has a time to live.
local kinds = {}
local arguments = 0

local function text()
  arguments = arguments + 1
  return ARGV[arguments]
end

local function number()
  return tonumber(text())
end

local function decimal(x)
  return string.format('%.0f', x)
end

-- The time to live (ms) of a key that counts for this many microseconds more.
local function lifetime(us)
  return decimal(math.max(1, math.ceil((us + SLACK) / 1000)))
end

local function put(key, value, us)
  redis.call('SET', key, value, 'PX', lifetime(us))
end

-- Replaces the value of an existing key, and keeps its time to live.
local function replace(key, value)
  redis.call('SET', key, value, 'PX', decimal(math.max(1, redis.call('PTTL', key))))
end

