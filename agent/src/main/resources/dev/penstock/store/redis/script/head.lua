-- What every script starts with: how arguments are read, and how a key is written.
--
-- All numbers are whole and below 2^53, so doubles hold them exactly. They are never joined to a
-- text as they are, which would keep 14 digits of them. No key is written without a time to live.
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

-- Milliseconds in which a key is forgotten that counts for so many microseconds more.
local function lifetime(us)
  return decimal(math.max(1, math.ceil((us + SLACK) / 1000)))
end

local function put(key, value, us)
  redis.call('SET', key, value, 'PX', lifetime(us))
end

-- Writes a key that is there, and is forgotten no later and no sooner than before.
local function replace(key, value)
  redis.call('SET', key, value, 'PX', decimal(math.max(1, redis.call('PTTL', key))))
end

