-- Gives back slots: the twin of Concurrency.giveBack.
--
-- ARGV     the member's name, after how long its slots lapse (us), cost
function kinds.slots.refund(key)
  local name, lapse, cost = text(), number(), number()
  local held, expired = members_of(key)
  local own = held_by(name, held)
  if own > 0 then
    hold(key, name, math.max(0, own - cost), lapse, held, expired, 0)
  end
end

