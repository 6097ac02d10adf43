package dev.penstock.store.redis.script;

import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.WindowedLimit;
import org.jspecify.annotations.Nullable;

/**
 * A limit that counts by windows of time, in Redis, and whose state in Java is one {@code long}.
 */
abstract sealed class ScriptedNarrowWindow extends ScriptedWindow
    permits ScriptedFixedWindow, ScriptedCalendarWindow, ScriptedSlidingWindow {
  private final WindowedLimit window;
  private final int recordLength;
  private final byte[] length;

  /**
   * @param recordLength how many decimals a record consists of
   * @param numbers the numbers that the meaning of a record depends on
   */
  ScriptedNarrowWindow(
      ScriptedAlgorithm algorithm, WindowedLimit window, int recordLength, Object... numbers) {
    super(algorithm, window.permits(), numbers);
    this.window = window;
    this.recordLength = recordLength;
    length = ScriptArguments.ascii(window.periodMicros());
  }

  /** Converts a record to the state of the limit. */
  abstract long state(DecimalReader record);

  private long state(String record) {
    return state(new DecimalReader(record));
  }

  @Override
  public final WindowedLimit limit() {
    return window;
  }

  /** The length of the windows is enough to compute them, except for a calendar. */
  @Override
  void addWindow(ScriptArguments arguments, long approxMicros) {
    arguments.add(length);
  }

  @Override
  final long indexAt(long micros) {
    return window.indexAt(micros);
  }

  @Override
  final SpentUnits spent(String record, long nowMicros) {
    return window.spent(state(record), nowMicros);
  }

  @Override
  final boolean isValidRecord(@Nullable Object part) {
    return ScriptReplyParts.areDecimals(part, recordLength, recordLength);
  }

  @Override
  final ScriptedKeyState keyState(String record, long nowMicros, long cost) {
    return keyState(window, state(record), nowMicros, cost, record);
  }
}
