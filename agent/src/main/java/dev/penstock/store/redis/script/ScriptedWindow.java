package dev.penstock.store.redis.script;

import dev.penstock.limit.SpentUnits;

/** A limit that counts by windows of time, in Redis. All such limits have the same arguments. */
abstract sealed class ScriptedWindow extends ScriptedLimit
    permits ScriptedFixedWindow,
        ScriptedCalendarWindow,
        ScriptedSlidingWindow,
        ScriptedSlicedWindow {
  private final byte[] permits;

  /**
   * @param numbers the numbers that the meaning of a record depends on
   */
  ScriptedWindow(ScriptedAlgorithm kind, long permits, Object... numbers) {
    super(kind, numbers);
    requireAtMost(MOST_EXACT, permits);
    this.permits = ScriptArguments.ascii(permits);
  }

  /** Adds the arguments from which the script computes its windows. */
  abstract void addWindow(ScriptArguments arguments, long aroundMicros);

  /** The index of the window that contains a time of the server. */
  abstract long indexAt(long micros);

  final void addPermits(ScriptArguments arguments) {
    arguments.add(permits);
  }

  @Override
  final void claim(ScriptArguments arguments, ScriptedClaim asked) {
    addWindow(arguments, asked.aroundMicros());
    arguments.add(permits).add(bounded(asked.total()));
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    addWindow(arguments, aroundMicros);
    arguments.add(spent.roundedUp());
  }

  @Override
  final void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    addWindow(arguments, request.aroundMicros());
    arguments.add(permits);
  }

  @Override
  final void refund(
      ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    arguments.add(indexAt(charge.atMicros())).add(bounded(charge.cost()));
  }
}
