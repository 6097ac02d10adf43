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
  static final long MOST_PERMITS = (1L << 52) - 1;

  private final SlidingLog log;
  private final byte[] length;
  private final byte[] permits;

  ScriptedSlidingLog(SlidingLog log) {
    super(ScriptedAlgorithm.LOG, log.periodMicros());
    requireAtMost(MOST_PERMITS, log.permits());
    this.log = log;
    length = ScriptArguments.ascii(log.periodMicros());
    permits = ScriptArguments.ascii(log.permits());
  }

  @Override
  public ScriptedLimit forLooking() {
    return new ScriptedSlidingLog(new SlidingLog(MOST_PERMITS, log.periodMicros()));
  }

  @Override
  public SlidingLog limit() {
    return log;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    arguments.add(length).add(permits).add(bounded(asked.cost())).add(bounded(asked.total()));
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    arguments.add(length).add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return SpentUnits.of(log.permits() - new DecimalReader(onRecord).next());
  }

  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    arguments.add(length).add(permits).add(request.member().lapseMicros());
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    arguments.add(charge.atMicros()).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 4, /* most= */ 4);
  }

  /**
   * The script has computed the record: remaining, reset, wait, and the time of the latest entry.
   */
  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    DecimalReader decimals = new DecimalReader(onRecord);
    long remaining = decimals.next();
    long reset = decimals.next();
    long wait = decimals.next();
    return standing(
        remaining,
        reset,
        cost > log.permits() ? Limit.NEVER : wait,
        /* nowMicros= */ decimals.next(),
        onRecord);
  }
}
