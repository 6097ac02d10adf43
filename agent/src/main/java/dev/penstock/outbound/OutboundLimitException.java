package dev.penstock.outbound;

import dev.penstock.limit.Limit;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * What an application gets whose call would have gone out too fast: nothing was sent.
 *
 * <p>It is an {@link IOException}, so that whoever calls others is prepared for it.
 */
public final class OutboundLimitException extends IOException {
  private static final long serialVersionUID = 1;
  private static final int MICRO_DIGITS = 6;

  private final String rule;
  private final String host;
  private final long waitMicros;

  private OutboundLimitException(String message, String rule, String host, long waitMicros) {
    super(message + (isKnown(waitMicros) ? "; try again in " + inWords(waitMicros) : ""));
    this.rule = rule;
    this.host = host;
    this.waitMicros = waitMicros;
  }

  /** Its turn would not come within the time that the rule holds calls. */
  static OutboundLimitException tooLong(
      String rule, String host, long heldMicros, long waitMicros) {
    String held =
        heldMicros == 0
            ? "and does not hold any back"
            : "and holds none back for longer than " + inWords(heldMicros);
    return new OutboundLimitException(
        "rule `" + rule + "` lets no call to " + host + " go now " + held, rule, host, waitMicros);
  }

  /** As many calls are held as the rule holds. */
  public static OutboundLimitException queueFull(String rule, String host, long queue) {
    return new OutboundLimitException(
        "rule `"
            + rule
            + "` holds back "
            + queue
            + (queue == 1 ? " call already, one to " : " calls already, one to ")
            + host
            + " would be one too many",
        rule,
        host,
        Limit.UNKNOWN);
  }

  /** It was held for as long as the rule holds calls, and its turn has not come. */
  static OutboundLimitException outOfTime(String rule, String host, long heldMicros) {
    return new OutboundLimitException(
        "rule `"
            + rule
            + "` has held a call to "
            + host
            + " back for "
            + inWords(heldMicros)
            + " and could not let it go",
        rule,
        host,
        Limit.UNKNOWN);
  }

  /** It lacks what it must have to be counted. */
  static OutboundLimitException withoutKey(String rule, String host) {
    return new OutboundLimitException(
        "rule `" + rule + "` lets no call to " + host + " go that lacks its key",
        rule,
        host,
        Limit.NEVER);
  }

  private static boolean isKnown(long micros) {
    return micros < Limit.UNKNOWN;
  }

  /** Seconds, as exact as they are. */
  static String inWords(long micros) {
    BigDecimal seconds = BigDecimal.valueOf(micros, MICRO_DIGITS).stripTrailingZeros();
    return seconds.toPlainString() + " s";
  }

  /** The rule that did not let the call go. */
  public String rule() {
    return rule;
  }

  /** The host that was not called. */
  public String host() {
    return host;
  }

  /** The same in microseconds; {@link Limit#UNKNOWN} or more if nobody knows. */
  public long waitMicros() {
    return waitMicros;
  }

  /** After which time the same call, alone, would not be refused; negative if nobody knows. */
  public Duration retryAfter() {
    return isKnown(waitMicros) ? Duration.of(waitMicros, ChronoUnit.MICROS) : Duration.ofNanos(-1);
  }
}
