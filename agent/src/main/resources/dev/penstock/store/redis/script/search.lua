-- The first whole number from `low` on, but before `high`, for which something holds, or `high`:
-- by halving, so what holds for a number must hold for all later ones.
local function first_that(low, high, holds)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if holds(middle) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

