package dev.penstock.store.redis.script;

import dev.penstock.limit.CarryOver;
import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/** A token bucket in Redis. */
final class ScriptedTokenBucket extends ScriptedLimit {
  private static final String ANY_PLACE = "";

  private final TokenBucket bucket;

  /** The bucket that decides; one without waiting while the queue is full. */
  private final TokenBucket deciding;

  private final long fullForMicros;

  /** The largest debt that the key may have, also from a larger bucket before a reload. */
  private final long maxDebtTicks;

  private final byte[] ticksPerMicro;
  private final byte[] reachMicros;
  private final byte[] reachTicks;

  ScriptedTokenBucket(TokenBucket bucket) {
    this(bucket, bucket, /* fullForMicros= */ 0, bucket.reachTicks());
  }

  private ScriptedTokenBucket(
      TokenBucket bucket, TokenBucket deciding, long fullForMicros, long maxDebtTicks) {
    // 3 in 3 min and 2 in 2 min are the same rate, but a reload from one to the other keeps no
    // debt.
    super(
        ScriptedAlgorithm.BUCKET,
        bucket.intervalTicks(),
        bucket.ticksPerMicro(),
        bucket.periodMicros());
    this.bucket = bucket;
    this.deciding = deciding;
    this.fullForMicros = fullForMicros;
    this.maxDebtTicks = maxDebtTicks;
    ticksPerMicro = ScriptArguments.ascii(bucket.ticksPerMicro());
    reachMicros = ScriptArguments.ascii(deciding.reachTicks() / bucket.ticksPerMicro());
    reachTicks = ScriptArguments.ascii(deciding.reachTicks() % bucket.ticksPerMicro());
  }

  @Override
  public ScriptedLimit withoutWait(long newFullForMicros) {
    return bucket.patienceMicros() == 0
        ? this
        : new ScriptedTokenBucket(bucket, bucket.withoutPatience(), newFullForMicros, maxDebtTicks);
  }

  @Override
  public ScriptedLimit replacing(ScriptedLimit earlier) {
    if (!(earlier instanceof ScriptedTokenBucket that)) {
      return this;
    }
    SpentUnits debt = SpentUnits.ofParts(that.maxDebtTicks, that.bucket.intervalTicks());
    long ticks = bucket.ticksFor(CarryOver.carried(that.bucket, bucket, debt));
    return ticks <= maxDebtTicks
        ? this
        : new ScriptedTokenBucket(bucket, deciding, fullForMicros, ticks);
  }

  @Override
  public long retentionMicros() {
    return maxDebtTicks / bucket.ticksPerMicro() + 1;
  }

  @Override
  public TokenBucket limit() {
    return bucket;
  }

  @Override
  void addClaim(ScriptArguments arguments, ScriptedClaim claim) {
    arguments.add(ticksPerMicro).add(reachMicros).add(reachTicks);
    // A cost of one more than the capacity takes longer to refill than any wait permits.
    arguments.addPair(boundedCost(claim.total()) * bucket.intervalTicks(), bucket.ticksPerMicro());
  }

  @Override
  void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros) {
    arguments.addPair(bucket.ticksFor(spent), bucket.ticksPerMicro());
  }

  @Override
  SpentUnits spent(String record, long nowMicros) {
    return bucket.spent(state(record, nowMicros), nowMicros);
  }

  /** A debt above the largest possible one means that the server's clock has stepped back. */
  private long state(String record, long nowMicros) {
    DecimalReader decimals = new DecimalReader(record);
    long recorded = bucket.state(decimals.next(), decimals.next());
    return Math.min(recorded, bucket.state(nowMicros, maxDebtTicks));
  }

  /** Leases only units that need no wait, because units to be spent later have no turn. */
  @Override
  void addLease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    arguments.add(ticksPerMicro).addPair(bucket.depthTicks(), bucket.ticksPerMicro());
    arguments.addPair(bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(bucket.intervalTicks());
    ScriptedConcurrency.addInstance(arguments, request.instance());
    arguments.add(request.spent()).add(request.unused());
  }

  /** Few enough units that the time to refill them is exact in ticks. */
  @Override
  public long maxLeasedUnits() {
    return Math.min(super.maxLeasedUnits(), MAX_EXACT / bucket.intervalTicks());
  }

  @Override
  void addRefund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId instance) {
    long units = Math.min(charge.cost(), bucket.capacity());
    arguments.add(ticksPerMicro);
    arguments.addPair(units * bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(
        ScriptArguments.ascii(how == RefundPart.PLACE ? charge.recordAfter() : ANY_PLACE));
    arguments.add(charge.chargedAtMicros());
    arguments.add(bucket.patienceMicros() > 0 ? 1 : 0);
    arguments.addPair(bucket.depthTicks(), bucket.ticksPerMicro());
  }

  @Override
  boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 2);
  }

  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    long state = state(record, nowMicros);
    return new ScriptedKeyState(
        deciding.remaining(state, nowMicros),
        deciding.resetMicros(state, nowMicros),
        fullForMicros > 0
            ? bucket.waitMicros(state, nowMicros, cost, fullForMicros)
            : bucket.waitMicros(state, nowMicros, cost),
        bucket.delayMicros(state, nowMicros),
        nowMicros,
        record);
  }
}
