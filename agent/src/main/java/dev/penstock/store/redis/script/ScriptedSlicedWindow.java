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
  void addWindow(ScriptArguments arguments, long aroundMicros) {
    arguments.add(slice).add(slices).add(strict);
  }

  @Override
  long indexAt(long micros) {
    return micros / window.sliceMicros();
  }

  @Override
  void carry(ScriptArguments arguments, SpentUnits spent, long aroundMicros) {
    addWindow(arguments, aroundMicros);
    addPermits(arguments);
    arguments.add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(onRecord), nowMicros);
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2 + window.slices());
  }

  @Override
  ScriptedKeyState standing(String onRecord, long nowMicros, long cost) {
    long[] state = state(onRecord);
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }

  private long[] state(String onRecord) {
    DecimalReader decimals = new DecimalReader(onRecord);
    long newest = decimals.next();
    long[] counts = new long[window.slices() + 1];
    int age = 0;
    while (age < counts.length && decimals.hasNext()) {
      counts[age++] = decimals.next();
    }
    return window.state(newest, Arrays.copyOf(counts, age));
  }
}
