-- Takes slots for calls in flight. Concurrency has the same sums.
--
-- ARGV     the instance's name, after how long its slots expire (us), permits, cost, the units that
--          have to fit
-- record   the slots that are taken
kinds.slots = {}

function kinds.slots.decide(key)
  local name, lapse, permits, cost, total = text(), number(), number(), number(), number()
  local held = instances_of(key)
  local taken = held_by_all(held)
  local function charge()
    local held, expired = instances_of(key)
    hold(key, name, held_by(name, held) + cost, lapse, held, expired, 0)
    return decimal(held_by_all(held) + cost)
  end
  return {fits = total <= permits - taken, record = decimal(taken), charge = charge}
end

