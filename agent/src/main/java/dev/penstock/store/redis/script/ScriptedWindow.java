package dev.penstock.store.redis.script;

import dev.penstock.limit.SpentUnits;

/** A limit that counts by windows of time, in Redis. All such limits have the same arguments. */
abstract sealed class ScriptedWindow extends ScriptedLimit
    permits ScriptedNarrowWindow, ScriptedSlicedWindow {
  private final byte[] permits;

  /**
   * @param numbers the numbers that the meaning of a record depends on
   */
  ScriptedWindow(ScriptedAlgorithm algorithm, long permits, Object... numbers) {
    super(algorithm, numbers);
    requireAtMost(MAX_EXACT, permits);
    this.permits = ScriptArguments.ascii(permits);
  }

  /** Adds the arguments from which the script computes its windows. */
  abstract void addWindow(ScriptArguments arguments, long approxMicros);

  /** The index of the window that contains a time of the server. */
  abstract long indexAt(long micros);

  final void addPermits(ScriptArguments arguments) {
    arguments.add(permits);
  }

  @Override
  final void addClaim(ScriptArguments arguments, ScriptedClaim claim) {
    addWindow(arguments, claim.approxMicros());
    arguments.add(permits).add(boundedCost(claim.total()));
  }

  @Override
  void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros) {
    addWindow(arguments, approxMicros);
    arguments.add(spent.roundedUp());
  }

  @Override
  final void addLease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    addWindow(arguments, request.approxMicros());
    arguments.add(permits);
  }

  @Override
  final void addRefund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId instance) {
    arguments.add(indexAt(charge.chargedAtMicros())).add(boundedCost(charge.cost()));
  }
}
