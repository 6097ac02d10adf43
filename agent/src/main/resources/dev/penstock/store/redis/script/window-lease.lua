-- Leases from windows. Units are charged to the window that counts, and have to be spent before the
-- window of now is over: so they count in the window that they are spent in.
local function lease_in_window(key, index, current, permits, counts, valid)
  local spent = math.min(current, permits)
  return {
    room = permits - spent,
    valid = valid,
    take = function(units)
      current = spent + units
      put(key, each_window(index, current), counts)
    end,
    record = function()
      return each_window(index, current)
    end
  }
end

