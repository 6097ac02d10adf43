-- The time as it is told in the last argument, so that a history can be played at any pace. Keys
-- live for an hour longer than they count: a machine that is held up does not lose them meanwhile.
local now = tonumber(ARGV[#ARGV])
local SLACK = 3600000000
