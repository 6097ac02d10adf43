package dev.penstock.store.redis.script;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.SpentUnits;
import org.jspecify.annotations.Nullable;

/** A limit on calls in flight, counted in Redis. */
final class ScriptedConcurrency extends ScriptedLimit {
  /*
   * A killed JVM releases nothing. So Redis counts slots per instance, and frees those of an
   * instance without a heartbeat: see HeartbeatCall.
   */
  private final Concurrency concurrency;
  private final byte[] permits;

  ScriptedConcurrency(Concurrency concurrency) {
    super(ScriptedAlgorithm.SLOTS);
    requireAtMost(MAX_EXACT, concurrency.permits());
    this.concurrency = concurrency;
    permits = ScriptArguments.ascii(concurrency.permits());
  }

  @Override
  public Concurrency limit() {
    return concurrency;
  }

  @Override
  void addClaim(ScriptArguments arguments, ScriptedClaim claim) {
    addInstance(arguments, claim.instance());
    arguments.add(permits).add(boundedCost(claim.cost())).add(boundedCost(claim.total()));
  }

  static void addInstance(ScriptArguments arguments, InstanceId instance) {
    arguments.add(ScriptArguments.utf8(instance.name())).add(instance.lapseMicros());
  }

  @Override
  void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros) {
    // Slots are no units of a rate.
  }

  @Override
  SpentUnits spent(String record, long nowMicros) {
    return SpentUnits.NONE;
  }

  @Override
  void addLease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    throw new IllegalArgumentException("calls in flight cannot be leased");
  }

  @Override
  void addRefund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId instance) {
    addInstance(arguments, instance);
    arguments.add(boundedCost(charge.cost()));
  }

  @Override
  boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 1);
  }

  /** The record is the number of calls in flight. */
  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    long inFlight = new DecimalReader(record).next();
    return keyState(concurrency, inFlight, nowMicros, cost, record);
  }
}
