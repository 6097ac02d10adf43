package dev.penstock.store.redis.script;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** The twin of a limit on calls in flight. */
final class ScriptedConcurrency extends ScriptedLimit {
  /*
   * A member that dies gives nothing back. So slots are counted for each member, and those of one
   * that gives no sign of life are free again after a while: see Heartbeat.
   */
  private final Concurrency concurrency;
  private final byte[] permits;

  ScriptedConcurrency(Concurrency concurrency) {
    super(ScriptedAlgorithm.SLOTS);
    requireAtMost(MOST_EXACT, concurrency.permits());
    this.concurrency = concurrency;
    permits = ScriptArguments.ascii(concurrency.permits());
  }

  @Override
  public Concurrency limit() {
    return concurrency;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    addMember(arguments, asked.member());
    arguments.add(permits).add(bounded(asked.cost())).add(bounded(asked.total()));
  }

  static void addMember(ScriptArguments arguments, InstanceId member) {
    arguments.add(ScriptArguments.utf8(member.name())).add(member.lapseMicros());
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    // Slots are no units of a rate.
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return SpentUnits.NONE;
  }

  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    throw new IllegalArgumentException("calls in flight cannot be leased");
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    addMember(arguments, member);
    arguments.add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 1);
  }

  /** On record is how many are in flight. */
  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long state = new DecimalReader(onRecord).next();
    return standing(
        concurrency.remaining(state, nowMicros),
        concurrency.resetMicros(state, nowMicros),
        concurrency.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }
}
