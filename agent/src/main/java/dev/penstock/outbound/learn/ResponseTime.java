package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;

/** When an answer came, and what the times are that it speaks of, by our own clock. */
final class ResponseTime {
  private static final long MILLIONTHS_OF_EPOCH_SECONDS = 1_000_000_000L * 1_000_000;
  private static final long MILLIONTHS_OF_EPOCH_MILLIS = 1_000 * MILLIONTHS_OF_EPOCH_SECONDS;

  /*
   * A server's instants are by its own clock, which its Date field shows in whole seconds. If ours
   * shows about the same, its instants are taken as they are, which keeps them the same from
   * answer to answer; otherwise what counts is how far they are from its Date.
   */
  private static final long SAME_CLOCK_MICROS = 2_000_000;

  private final OutboundResponse answer;
  private final long nowMicros;
  private final ResetUnit resetUnit;

  ResponseTime(OutboundResponse answer, long nowMicros, ResetUnit resetUnit) {
    this.answer = answer;
    this.nowMicros = nowMicros;
    this.resetUnit = resetUnit;
  }

  long nowMicros() {
    return nowMicros;
  }

  /**
   * When a budget is reset: less than 0 if never, {@link DecimalParser#UNREADABLE} if that is no
   * time.
   */
  long ofReset(String text) {
    return instant(text, resetUnit == ResetUnit.MILLIS ? 1_000 : 1);
  }

  /** When to come back. */
  long ofReturn(String text) {
    return instant(text, /* perUnit= */ 1);
  }

  /** When to come back, in milliseconds from now. */
  long ofReturnMillis(String text) {
    long number = FieldNumbers.largest(text);
    return number < 0 ? number : nowMicros + DecimalParser.ceilDiv(number, 1_000);
  }

  /** The end of the window of this length in which the server's clock is. */
  long endOfWindow(long windowMicros) {
    return nowMicros + windowMicros - Math.floorMod(serverMicros(), windowMicros);
  }

  private long instant(String text, int perUnit) {
    long number = FieldNumbers.largest(text);
    if (number != DecimalParser.UNREADABLE) {
      return ofNumber(number, perUnit);
    }
    long span = TimeSpanParser.micros(text.trim());
    if (span != DecimalParser.UNREADABLE) {
      return nowMicros + span;
    }
    long date = DateParser.micros(text);
    return date == DecimalParser.UNREADABLE ? date : byOurClock(date);
  }

  private long ofNumber(long millionths, int perUnit) {
    if (millionths < 0) {
      return FieldNumbers.NONE;
    }
    if (millionths >= MILLIONTHS_OF_EPOCH_MILLIS) {
      return byOurClock(DecimalParser.ceilDiv(millionths, 1_000));
    }
    return millionths >= MILLIONTHS_OF_EPOCH_SECONDS
        ? byOurClock(millionths)
        : nowMicros + DecimalParser.ceilDiv(millionths, perUnit);
  }

  private long byOurClock(long instant) {
    return Math.max(0, instant + nowMicros - serverMicros());
  }

  private long serverMicros() {
    String date = answer.field("Date");
    long server = date == null ? DecimalParser.UNREADABLE : DateParser.micros(date);
    boolean same =
        server == DecimalParser.UNREADABLE || Math.abs(server - nowMicros) <= SAME_CLOCK_MICROS;
    return same ? nowMicros : server;
  }
}
