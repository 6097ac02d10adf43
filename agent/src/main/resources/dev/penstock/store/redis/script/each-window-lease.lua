-- Leases from windows. The units are charged to the window that counts, and must be spent before
-- the current window ends. So they count in the window in which they are spent.
--
-- ARGV     the arguments of the kind, permits
for _, kind in pairs(kinds) do
  if kind.window then
    function kind.lease(key, most, return_rest)
      local current_index, ends, next_ends = kind.window()
      local permits = number()
      if not current_index then
        return nil
      end
      return_rest()
      local index, current = read_window(key, current_index)
      local spent = math.min(current, permits)
      return {
        room = permits - spent,
        valid = ends - now,
        take = function(units)
          current = spent + units
          put(key, window_record(index, current), time_left(index, current_index, ends, next_ends))
        end,
        record = function()
          return window_record(index, current)
        end
      }
    end
  end
end

