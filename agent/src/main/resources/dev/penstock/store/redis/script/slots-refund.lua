-- Releases concurrency slots. Concurrency.giveBack has the same sums.
--
-- ARGV     the instance's name, after how long its slots expire (us), cost
function kinds.slots.refund(key)
  local name, lapse, cost = text(), number(), number()
  local held, expired = instances_of(key)
  local own = held_by(name, held)
  if own > 0 then
    hold(key, name, math.max(0, own - cost), lapse, held, expired, 0)
  end
end

