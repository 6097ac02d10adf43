-- Concurrency slots are not units of a rate: nothing is carried over.
function kinds.slots.carry(key)
  return true
end

