-- Whether t * a <= u * b, exactly. ExactArithmetic.productAtMost has the same sums.
--
-- t and u are times of at most 100 years in microseconds, below 2^52; a and b are counts below
-- 2^53. A product below 2^53 is exact. A larger one is computed from limbs of 26 bits, so that no
-- product of two limbs, and no sum of such products and a carry, reaches 2^53.
local EXACT = 9007199254740992
local LIMB = 67108864

local function split(x)
  local low = math.fmod(x, LIMB)
  return (x - low) / LIMB, low
end

local function product(t, a)
  local t1, t0 = split(t)
  local a1, a0 = split(a)
  local carried, low = split(t0 * a0)
  local above, middle = split(t1 * a0 + carried)
  carried, middle = split(t0 * a1 + middle)
  return t1 * a1 + above + carried, middle, low
end

local function product_at_most(t, a, u, b)
  if t * a < EXACT and u * b < EXACT then
    return t * a <= u * b
  end
  local high, middle, low = product(t, a)
  local high2, middle2, low2 = product(u, b)
  if high ~= high2 then
    return high < high2
  end
  if middle ~= middle2 then
    return middle < middle2
  end
  return low <= low2
end

