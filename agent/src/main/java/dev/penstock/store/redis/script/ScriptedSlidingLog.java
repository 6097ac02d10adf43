package dev.penstock.store.redis.script;

import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** A sliding log of all charges, kept in Redis. */
final class ScriptedSlidingLog extends ScriptedLimit {
  /**
   * Entries contain running totals that wrap at 2^52, so that a total and a cost are exact; the
   * units that count must be fewer than that.
   */
  static final long MAX_PERMITS = (1L << 52) - 1;

  private final SlidingLog log;
  private final byte[] length;
  private final byte[] permits;

  ScriptedSlidingLog(SlidingLog log) {
    super(ScriptedAlgorithm.LOG, log.periodMicros());
    requireAtMost(MAX_PERMITS, log.permits());
    this.log = log;
    length = ScriptArguments.ascii(log.periodMicros());
    permits = ScriptArguments.ascii(log.permits());
  }

  @Override
  public ScriptedLimit withoutCap() {
    return new ScriptedSlidingLog(new SlidingLog(MAX_PERMITS, log.periodMicros()));
  }

  @Override
  public SlidingLog limit() {
    return log;
  }

  @Override
  void addClaim(ScriptArguments arguments, ScriptedClaim claim) {
    arguments
        .add(length)
        .add(permits)
        .add(boundedCost(claim.cost()))
        .add(boundedCost(claim.total()));
  }

  @Override
  void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros) {
    arguments.add(length).add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String record, long nowMicros) {
    return SpentUnits.of(log.permits() - new DecimalReader(record).next());
  }

  @Override
  void addLease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    arguments.add(length).add(permits).add(request.instance().lapseMicros());
  }

  @Override
  void addRefund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId instance) {
    arguments.add(charge.chargedAtMicros()).add(boundedCost(charge.cost()));
  }

  @Override
  boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 4, /* most= */ 4);
  }

  /**
   * The script has computed the record: remaining, reset, wait, and the time of the latest entry.
   */
  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    DecimalReader decimals = new DecimalReader(record);
    long remaining = decimals.next();
    long reset = decimals.next();
    long wait = decimals.next();
    return keyState(
        remaining,
        reset,
        cost > log.permits() ? Limit.NEVER : wait,
        /* nowMicros= */ decimals.next(),
        record);
  }
}
