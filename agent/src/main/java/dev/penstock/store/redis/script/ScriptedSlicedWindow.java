package dev.penstock.store.redis.script;

import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SpentUnits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The twin of a window that slides, counted in slices. */
final class ScriptedSlicedWindow extends ScriptedLimit {
  private final SlicedWindow window;
  private final byte[] slice;
  private final byte[] slices;
  private final byte[] strict;
  private final byte[] permits;

  ScriptedSlicedWindow(SlicedWindow window) {
    super(ScriptedAlgorithm.SLICED, window.periodMicros(), window.slices());
    requireAtMost(MOST_EXACT, window.permits());
    this.window = window;
    slice = ScriptArguments.ascii(window.sliceMicros());
    slices = ScriptArguments.ascii(window.slices());
    strict = ScriptArguments.ascii(window.isStrict() ? 1 : 0);
    permits = ScriptArguments.ascii(window.permits());
  }

  @Override
  public SlicedWindow limit() {
    return window;
  }

  @Override
  void claim(ScriptArguments arguments, ScriptedClaim asked) {
    addNumbers(arguments);
    arguments.add(bounded(asked.total()));
  }

  private void addNumbers(ScriptArguments arguments) {
    arguments.add(slice).add(slices).add(strict).add(permits);
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    addNumbers(arguments);
    arguments.add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(new DecimalReader(onRecord)), nowMicros);
  }

  @Override
  void lease(ScriptArguments arguments, LeaseScriptCall.Request request) {
    addNumbers(arguments);
  }

  @Override
  void refund(ScriptArguments arguments, ScriptedCharge charge, RefundPart how, InstanceId member) {
    arguments.add(charge.atMicros() / window.sliceMicros()).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2 + window.slices());
  }

  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long[] state = state(new DecimalReader(onRecord));
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }

  private long[] state(DecimalReader decimals) {
    long newest = decimals.next();
    long[] counts = new long[window.slices() + 1];
    int age = 0;
    while (age < counts.length && decimals.hasNext()) {
      counts[age++] = decimals.next();
    }
    return window.state(newest, Arrays.copyOf(counts, age));
  }
}
