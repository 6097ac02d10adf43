-- The time, read once: all of a script happens at one instant, by the clock of the server. And how
-- much longer than it counts a key is kept.
--
-- Microseconds since 1970. Lua numbers are doubles: they count microseconds exactly until the year
-- 2255, but lose count of nanoseconds.
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local SLACK = 1000000
