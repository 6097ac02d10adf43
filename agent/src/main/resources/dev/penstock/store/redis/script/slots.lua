-- Takes slots for calls in flight: the twin of Concurrency.
--
-- ARGV     the member's name, after how long its slots lapse (us), permits, cost, what has to fit
-- record   the slots that are taken
kinds.slots = {}

function kinds.slots.judge(key)
  local name, lapse, permits, cost, total = text(), number(), number(), number(), number()
  local held = members_of(key)
  local taken = held_by_all(held)
  local function charge()
    local held, expired = members_of(key)
    hold(key, name, held_by(name, held) + cost, lapse, held, expired, 0)
    return decimal(held_by_all(held) + cost)
  end
  return {fits = total <= permits - taken, record = decimal(taken), charge = charge}
end

