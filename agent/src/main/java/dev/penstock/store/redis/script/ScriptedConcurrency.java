package dev.penstock.store.redis.script;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** A limit on calls in flight, counted in Redis. */
final class ScriptedConcurrency extends ScriptedLimit {
  /*
   * A killed JVM releases nothing. So Redis counts slots per instance, and frees those of an
   * instance without a heartbeat: see {@link HeartbeatCall}.
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

  /** The record is the number of calls in flight. */
  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long inFlight = new DecimalReader(onRecord).next();
    return standing(concurrency, inFlight, nowMicros, cost, onRecord);
  }
}
