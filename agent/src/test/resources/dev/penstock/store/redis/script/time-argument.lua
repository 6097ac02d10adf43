-- Takes the time from the last argument, so that a test can play a history at any speed. Keys live
-- an hour longer than they count, so that none expires during a test on a slow machine.
local now = tonumber(ARGV[#ARGV])
local SLACK = 3600000000
