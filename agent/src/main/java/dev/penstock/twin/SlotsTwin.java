package dev.penstock.twin;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of a limit on calls in flight. */
final class SlotsTwin extends Twin {
  /*
   * A member that dies gives nothing back. So slots are counted for each member, and those of one
   * that gives no sign of life are free again after a while: see Heartbeat.
   */
  private final Concurrency concurrency;
  private final byte[] permits;

  SlotsTwin(Concurrency concurrency) {
    super(Kind.SLOTS);
    requireAtMost(MOST_EXACT, concurrency.permits());
    this.concurrency = concurrency;
    permits = Arguments.ascii(concurrency.permits());
  }

  @Override
  public Concurrency limit() {
    return concurrency;
  }

  @Override
  void claim(Arguments arguments, Asked asked) {
    addMember(arguments, asked.member());
    arguments.add(permits).add(bounded(asked.cost())).add(bounded(asked.total()));
  }

  static void addMember(Arguments arguments, Member member) {
    arguments.add(Arguments.utf8(member.name())).add(member.lapseMicros());
  }

  @Override
  void carry(Arguments arguments, SpentUnits spent, long aroundMicros) {
    // Slots are no units of a rate.
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return SpentUnits.NONE;
  }

  @Override
  void lease(Arguments arguments, LeaseCall.Request request) {
    throw new IllegalArgumentException("calls in flight cannot be leased");
  }

  @Override
  void refund(Arguments arguments, Charge charge, Refunding how, Member member) {
    addMember(arguments, member);
    arguments.add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 1);
  }

  /** On record is how many are in flight. */
  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    long state = new Decimals(onRecord).next();
    return standing(
        concurrency.remaining(state, nowMicros),
        concurrency.resetMicros(state, nowMicros),
        concurrency.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }
}
