package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;

/** Converts the times in the headers of one response to the clock of this JVM. */
final class ResponseTime {
  private static final long MILLIONTHS_OF_EPOCH_SECONDS = 1_000_000_000L * 1_000_000;
  private static final long MILLIONTHS_OF_EPOCH_MILLIS = 1_000 * MILLIONTHS_OF_EPOCH_SECONDS;

  /*
   * A server writes times by its own clock, which its Date header shows in whole seconds. If the
   * clock of this JVM shows about the same, the times are used as they are, so that they are equal
   * in all responses. Otherwise their distance from Date counts.
   */
  private static final long SAME_CLOCK_MICROS = 2_000_000;

  private final OutboundResponse response;
  private final long nowMicros;
  private final ResetUnit resetUnit;

  ResponseTime(OutboundResponse response, long nowMicros, ResetUnit resetUnit) {
    this.response = response;
    this.nowMicros = nowMicros;
    this.resetUnit = resetUnit;
  }

  /** Returns when the response arrived. */
  long nowMicros() {
    return nowMicros;
  }

  /**
   * Returns when a budget is reset: less than 0 for never, {@link DecimalParser#UNREADABLE} if the
   * text is not a time.
   */
  long ofReset(String text) {
    return instant(text, resetUnit == ResetUnit.MILLIS ? 1_000 : 1);
  }

  /** Returns when to try again. */
  long ofRetry(String text) {
    return instant(text, /* unitsPerSecond= */ 1);
  }

  /** Returns when to try again, from a number of milliseconds. */
  long afterMillis(String text) {
    long number = FieldNumbers.largest(text);
    return number < 0 ? number : nowMicros + DecimalParser.ceilDiv(number, 1_000);
  }

  /** Returns the end of the current window, if windows start at multiples of their length. */
  long endOfWindow(long windowMicros) {
    return nowMicros + windowMicros - Math.floorMod(serverMicros(), windowMicros);
  }

  private long instant(String text, int unitsPerSecond) {
    long number = FieldNumbers.largest(text);
    if (number != DecimalParser.UNREADABLE) {
      return ofNumber(number, unitsPerSecond);
    }
    long span = TimeSpanParser.micros(text.trim());
    if (span != DecimalParser.UNREADABLE) {
      return nowMicros + span;
    }
    long date = DateParser.micros(text);
    return date == DecimalParser.UNREADABLE ? date : toOwnClock(date);
  }

  private long ofNumber(long millionths, int unitsPerSecond) {
    if (millionths < 0) {
      return FieldNumbers.NONE;
    }
    if (millionths >= MILLIONTHS_OF_EPOCH_MILLIS) {
      return toOwnClock(DecimalParser.ceilDiv(millionths, 1_000));
    }
    return millionths >= MILLIONTHS_OF_EPOCH_SECONDS
        ? toOwnClock(millionths)
        : nowMicros + DecimalParser.ceilDiv(millionths, unitsPerSecond);
  }

  private long toOwnClock(long instantMicros) {
    return Math.max(0, instantMicros + nowMicros - serverMicros());
  }

  /** Returns the time of the server, or of this JVM if both clocks show about the same. */
  private long serverMicros() {
    String date = response.field("Date");
    long server = date == null ? DecimalParser.UNREADABLE : DateParser.micros(date);
    boolean isSame =
        server == DecimalParser.UNREADABLE || Math.abs(server - nowMicros) <= SAME_CLOCK_MICROS;
    return isSame ? nowMicros : server;
  }
}
