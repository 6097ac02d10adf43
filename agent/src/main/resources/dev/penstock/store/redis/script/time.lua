-- Reads the server's time once, so that the whole script happens at one instant. SLACK is how much
-- longer (us) a key is kept than it counts.
--
-- Microseconds since 1970. Lua numbers are doubles: they count microseconds exactly until the year
-- 2255, but not nanoseconds.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local SLACK = 1000000
