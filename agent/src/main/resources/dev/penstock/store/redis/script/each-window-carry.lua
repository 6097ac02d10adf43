-- Raises the units spent in a window. WindowLimit.withAtLeast has the same sums.
--
-- ARGV     the arguments of the kind, units
for _, kind in pairs(kinds) do
  if kind.window then
    function kind.carry(key)
      local current_index, ends, next_ends = kind.window()
      local units = number()
      if not current_index then
        return nil
      end
      local index, current = read_window(key, current_index)
      if units > current then
        put(key, window_record(index, units), time_left(index, current_index, ends, next_ends))
      end
      return true
    end
  end
end

