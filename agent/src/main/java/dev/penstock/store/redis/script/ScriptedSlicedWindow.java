package dev.penstock.store.redis.script;

import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SpentUnits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A sliding window that is counted in slices, in Redis. */
final class ScriptedSlicedWindow extends ScriptedWindow {
  private final SlicedWindow window;
  private final byte[] slice;
  private final byte[] slices;
  private final byte[] strict;

  ScriptedSlicedWindow(SlicedWindow window) {
    super(ScriptedAlgorithm.SLICED, window.permits(), window.periodMicros(), window.slices());
    this.window = window;
    slice = ScriptArguments.ascii(window.sliceMicros());
    slices = ScriptArguments.ascii(window.slices());
    strict = ScriptArguments.ascii(window.isStrict() ? 1 : 0);
  }

  @Override
  public SlicedWindow limit() {
    return window;
  }

  @Override
  void addWindow(ScriptArguments arguments, long approxMicros) {
    arguments.add(slice).add(slices).add(strict);
  }

  @Override
  long indexAt(long micros) {
    return micros / window.sliceMicros();
  }

  @Override
  void addCarryOver(ScriptArguments arguments, SpentUnits spent, long approxMicros) {
    addWindow(arguments, approxMicros);
    addPermits(arguments);
    arguments.add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String record, long nowMicros) {
    return window.spent(state(record), nowMicros);
  }

  @Override
  boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2 + window.slices());
  }

  @Override
  ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    long[] state = state(record);
    return keyState(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        record);
  }

  private long[] state(String record) {
    DecimalReader decimals = new DecimalReader(record);
    long newest = decimals.next();
    long[] counts = new long[window.slices() + 1];
    int age = 0;
    while (age < counts.length && decimals.hasNext()) {
      counts[age++] = decimals.next();
    }
    return window.state(newest, Arrays.copyOf(counts, age));
  }
}
