package dev.penstock.testdialects;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The numbers of a verdict as text of a dialect. Times are rounded up, so that they suffice. */
record DialectNumbers(ServerLimit.Verdict verdict, Instant now) {
  String limit() {
    return Long.toString(verdict.limit());
  }

  String remaining() {
    return Long.toString(verdict.remaining());
  }

  String used() {
    return Long.toString(verdict.limit() - verdict.remaining());
  }

  /** The window in whole seconds, at least 1. */
  String window() {
    return Long.toString(Math.max(1, ceil(verdict.window(), ChronoUnit.SECONDS)));
  }

  /** For example {@code 100;w=60}. */
  String policy() {
    return limit() + ";w=" + window();
  }

  Duration untilNext() {
    return verdict.untilNext();
  }

  Duration untilFull() {
    return verdict.untilFull();
  }

  String nextSeconds() {
    return Long.toString(ceil(untilNext(), ChronoUnit.SECONDS));
  }

  String nextMillis() {
    return Long.toString(ceil(untilNext(), ChronoUnit.MILLIS));
  }

  String fullSeconds() {
    return Long.toString(ceil(untilFull(), ChronoUnit.SECONDS));
  }

  String fullEpochSecond() {
    return Long.toString(wholeSecond(untilFull()).getEpochSecond());
  }

  /** The first whole second at which this time has passed. */
  Instant wholeSecond(Duration wait) {
    return now.plus(wait).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }

  /** Seconds with this number of decimals. */
  String decimals(Duration wait, int decimals) {
    return BigDecimal.valueOf(wait.toNanos(), /* scale= */ 9)
        .setScale(decimals, RoundingMode.CEILING)
        .toPlainString();
  }

  /** Seconds since the epoch with three decimals. */
  String epochDecimals(Duration wait) {
    Instant then = now.plus(wait).plusNanos(999_999);
    return BigDecimal.valueOf(then.toEpochMilli(), /* scale= */ 3).toPlainString();
  }

  /** The format of Go: {@code 12ms}, {@code 1.5s}, {@code 6m0s}, {@code 1h2m3s}. */
  String goDuration(Duration wait) {
    long millis = ceil(wait, ChronoUnit.MILLIS);
    if (millis < 1_000) {
      return millis + "ms";
    }
    Duration rounded = Duration.ofMillis(millis);
    String seconds =
        BigDecimal.valueOf(rounded.toSecondsPart() * 1_000L + rounded.toMillisPart(), 3)
                .stripTrailingZeros()
                .toPlainString()
            + "s";
    if (rounded.toHours() > 0) {
      return rounded.toHours() + "h" + rounded.toMinutesPart() + "m" + seconds;
    }
    return rounded.toMinutes() > 0 ? rounded.toMinutes() + "m" + seconds : seconds;
  }

  private static long ceil(Duration wait, ChronoUnit unit) {
    long nanos = unit.getDuration().toNanos();
    return Math.floorDiv(wait.toNanos() + nanos - 1, nanos);
  }
}
