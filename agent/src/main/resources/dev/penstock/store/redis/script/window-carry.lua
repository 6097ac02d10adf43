-- Raises what was spent in a window: the twin of EachWindow.withAtLeast.
local function carry_in_window(key, index, current, units, counts)
  if units > current then
    put(key, each_window(index, units), counts)
  end
  return true
end
