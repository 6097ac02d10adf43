-- Raises the units spent from a bucket. TokenBucket.withAtLeast has the same sums.
--
-- ARGV     the time that refills the units (pair); may be more than the bucket holds
function kinds.bucket.carry(key)
  local us, ticks = full_at(key)
  local debt, debt_ticks = number(), number()
  if later(now + debt, debt_ticks, us, ticks) then
    put(key, bucket_record(now + debt, debt_ticks), debt)
  end
  return true
end

