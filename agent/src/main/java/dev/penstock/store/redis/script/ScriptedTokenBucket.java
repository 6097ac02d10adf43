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
  private final TokenBucket judging;

  private final long fullForMicros;

  /** The largest debt that the key may have, also from a larger bucket before a reload. */
  private final long mostOwedTicks;

  private final byte[] ticksPerMicro;
  private final byte[] reachMicros;
  private final byte[] reachTicks;

  ScriptedTokenBucket(TokenBucket bucket) {
    this(bucket, bucket, /* fullForMicros= */ 0, bucket.reachTicks());
  }

  private ScriptedTokenBucket(
      TokenBucket bucket, TokenBucket judging, long fullForMicros, long mostOwedTicks) {
    // 3 in 3 min and 2 in 2 min are the same rate, but a reload from one to the other keeps no
    // debt.
    super(
        ScriptedAlgorithm.BUCKET,
        bucket.intervalTicks(),
        bucket.ticksPerMicro(),
        bucket.periodMicros());
    this.bucket = bucket;
    this.judging = judging;
    this.fullForMicros = fullForMicros;
    this.mostOwedTicks = mostOwedTicks;
    ticksPerMicro = ScriptArguments.ascii(bucket.ticksPerMicro());
    reachMicros = ScriptArguments.ascii(judging.reachTicks() / bucket.ticksPerMicro());
    reachTicks = ScriptArguments.ascii(judging.reachTicks() % bucket.ticksPerMicro());
  }

  @Override
  public ScriptedLimit withoutWait(long newFullForMicros) {
    return bucket.patienceMicros() == 0
        ? this
        : new ScriptedTokenBucket(
            bucket, bucket.withoutPatience(), newFullForMicros, mostOwedTicks);
  }

  @Override
  public ScriptedLimit after(ScriptedLimit earlier) {
    if (!(earlier instanceof ScriptedTokenBucket that)) {
      return this;
    }
    SpentUnits owed = SpentUnits.ofParts(that.mostOwedTicks, that.bucket.intervalTicks());
    long ticks = bucket.ticksFor(CarryOver.carried(that.bucket, bucket, owed));
    return ticks <= mostOwedTicks
        ? this
        : new ScriptedTokenBucket(bucket, judging, fullForMicros, ticks);
  }

  @Override
  public long countsMicros() {
    return mostOwedTicks / bucket.ticksPerMicro() + 1;
  }

  @Override
  public TokenBucket limit() {
    return bucket;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    arguments.add(ticksPerMicro).add(reachMicros).add(reachTicks);
    // A cost of one more than the capacity takes longer to refill than any wait permits.
    arguments.addPair(bounded(asked.total()) * bucket.intervalTicks(), bucket.ticksPerMicro());
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    arguments.addPair(bucket.ticksFor(spent), bucket.ticksPerMicro());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return bucket.spent(state(onRecord, nowMicros), nowMicros);
  }

  /** A debt above the largest possible one means that the server's clock has stepped back. */
  private long state(String onRecord, long nowMicros) {
    DecimalReader decimals = new DecimalReader(onRecord);
    long recorded = bucket.state(decimals.next(), decimals.next());
    return Math.min(recorded, bucket.state(nowMicros, mostOwedTicks));
  }

  /** Leases only units that need no wait, because units to be spent later have no turn. */
  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    arguments.add(ticksPerMicro).addPair(bucket.depthTicks(), bucket.ticksPerMicro());
    arguments.addPair(bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(bucket.intervalTicks());
    ScriptedConcurrency.addMember(arguments, request.member());
    arguments.add(request.spent()).add(request.unused());
  }

  /** Few enough units that the time to refill them is exact in ticks. */
  @Override
  public long mostLeased() {
    return Math.min(super.mostLeased(), MOST_EXACT / bucket.intervalTicks());
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    long units = Math.min(charge.cost(), bucket.capacity());
    arguments.add(ticksPerMicro);
    arguments.addPair(units * bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(
        ScriptArguments.ascii(how == RefundPart.PLACE ? charge.recordAfter() : ANY_PLACE));
    arguments.add(charge.atMicros());
    arguments.add(bucket.patienceMicros() > 0 ? 1 : 0);
    arguments.addPair(bucket.depthTicks(), bucket.ticksPerMicro());
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 2);
  }

  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long state = state(onRecord, nowMicros);
    return new ScriptedKeyState(
        judging.remaining(state, nowMicros),
        judging.resetMicros(state, nowMicros),
        fullForMicros > 0
            ? bucket.waitMicros(state, nowMicros, cost, fullForMicros)
            : bucket.waitMicros(state, nowMicros, cost),
        bucket.delayMicros(state, nowMicros),
        nowMicros,
        onRecord);
  }
}
