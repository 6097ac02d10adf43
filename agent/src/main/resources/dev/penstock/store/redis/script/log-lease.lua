-- Leases from a log. Units are charged as if they were spent at the last instant at which that is
-- allowed. So they count for at least a window from when they are really spent.
--
-- ARGV     length (us), permits, how long units may be spent (us)
function kinds.log.lease(key, most, return_rest, least)
  local length, permits, valid = number(), number(), number()
  return_rest()
  local view = log_view(key, length)
  local wanted = least
  return {
    room = math.max(0, permits - view.spent),
    valid = valid,
    take = function(units)
      log_spend(view, math.max(view.time, now + valid), units)
      view, wanted = log_view(key, length), 0
    end,
    record = function()
      return log_record(view, permits, wanted)
    end
  }
end

