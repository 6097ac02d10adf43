package dev.penstock.twin;

import dev.penstock.limit.Limit;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of a log of all that was spent. */
final class LogTwin extends Twin {
  /**
   * Entries carry running totals that start again at 2^52, so that a total and a cost are exact;
   * what counts must be less than a lap.
   */
  static final long MOST_PERMITS = (1L << 52) - 1;

  private final SlidingLog log;
  private final byte[] length;
  private final byte[] permits;

  LogTwin(SlidingLog log) {
    super(Kind.LOG, log.periodMicros());
    requireAtMost(MOST_PERMITS, log.permits());
    this.log = log;
    length = Arguments.ascii(log.periodMicros());
    permits = Arguments.ascii(log.permits());
  }

  @Override
  public Twin forLooking() {
    return new LogTwin(new SlidingLog(MOST_PERMITS, log.periodMicros()));
  }

  @Override
  public SlidingLog limit() {
    return log;
  }

  @Override
  void claim(Arguments arguments, Asked asked) {
    arguments.add(length).add(permits).add(bounded(asked.cost())).add(bounded(asked.total()));
  }

  @Override
  void carry(Arguments arguments, SpentUnits spent, long aroundMicros) {
    arguments.add(length).add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return SpentUnits.of(log.permits() - new Decimals(onRecord).next());
  }

  @Override
  void lease(Arguments arguments, LeaseCall.Request request) {
    arguments.add(length).add(permits).add(request.member().lapseMicros());
  }

  @Override
  void refund(Arguments arguments, Charge charge, Refunding how, Member member) {
    arguments.add(charge.atMicros()).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 4, /* most= */ 4);
  }

  /** The script has worked it out: remaining, reset, wait, and the time of the latest entry. */
  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    Decimals decimals = new Decimals(onRecord);
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
