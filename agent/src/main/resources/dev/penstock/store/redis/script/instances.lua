-- What the instances hold: a hash with a field for each instance, "COUNT EXPIRES".
--
-- An instance without a heartbeat until its field expires (us since 1970) holds nothing any more.
local function instances_of(key)
  local fields, held, expired = redis.call('HGETALL', key), {}, {}
  for i = 1, #fields, 2 do
    local count, expires = string.match(fields[i + 1], '^(%d+) (%d+)$')
    local field = {name = fields[i], count = tonumber(count), expires = tonumber(expires)}
    table.insert(field.expires > now and held or expired, field)
  end
  return held, expired
end

local function held_by_all(held)
  local all = 0
  for _, field in ipairs(held) do
    all = all + field.count
  end
  return all
end

local function held_by(name, held)
  for _, field in ipairs(held) do
    if field.name == name then
      return field.count
    end
  end
  return 0
end

local function write_instance(key, name, count, expires)
  if count > 0 then
    redis.call('HSET', key, name, decimal(count) .. ' ' .. decimal(expires))
  else
    redis.call('HDEL', key, name)
  end
end

-- Writes what one instance holds from now on, and removes expired fields. No field is kept longer
-- than this one, because the clock may have stepped back since a field was written.
local function hold(key, name, count, lapse, held, expired, counts)
  for _, field in ipairs(expired) do
    redis.call('HDEL', key, field.name)
  end
  for _, field in ipairs(held) do
    if field.expires > now + lapse then
      write_instance(key, field.name, field.count, now + lapse)
    end
  end
  write_instance(key, name, count, now + lapse)
  redis.call('PEXPIRE', key, lifetime(lapse + counts))
end

