-- The first whole number from `low` on and below `high` for which a condition holds, or `high`.
-- Uses binary search, so the condition has to hold for all later numbers as well.
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

-- The most units, up to `most`, that fit. If a number of units fits, all smaller ones fit.
local function most_that_fit(most, fits)
  return first_that(1, most + 1, function(units)
    return not fits(units)
  end) - 1
end

