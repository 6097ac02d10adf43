package dev.penstock.outbound;

import dev.penstock.limit.Limit;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The exception that an application gets when Penstock rejects an outbound call. The request was
 * not sent.
 *
 * <p>It is an {@link IOException}, because code that calls other services handles that already.
 */
public final class OutboundLimitException extends IOException {
  private static final long serialVersionUID = 1;
  private static final int MICRO_DIGITS = 6;

  private final String rule;
  private final String host;
  private final long waitMicros;

  private OutboundLimitException(String reason, String rule, String host, long waitMicros) {
    super(
        "rule `"
            + rule
            + "` rejected a call to "
            + host
            + ": "
            + reason
            + (isKnown(waitMicros) ? "; try again in " + seconds(waitMicros) : ""));
    this.rule = rule;
    this.host = host;
    this.waitMicros = waitMicros;
  }

  /** The call would have to wait longer than the rule permits. */
  static OutboundLimitException tooLong(
      String rule, String host, long maxWaitMicros, long waitMicros) {
    String reason =
        maxWaitMicros == 0
            ? "the limit is reached and `wait` is 0 s"
            : "the limit is reached and the call would wait longer than " + seconds(maxWaitMicros);
    return new OutboundLimitException(reason, rule, host, waitMicros);
  }

  /** As many calls wait as the queue of the rule takes. */
  public static OutboundLimitException queueFull(String rule, String host, long maxCalls) {
    return new OutboundLimitException(
        "the queue is full (" + maxCalls + (maxCalls == 1 ? " call waits)" : " calls wait)"),
        rule,
        host,
        Limit.UNKNOWN);
  }

  /** The call has waited as long as the rule permits. */
  static OutboundLimitException timedOut(String rule, String host, long heldMicros) {
    return new OutboundLimitException(
        "the limit is still reached after a wait of " + seconds(heldMicros),
        rule,
        host,
        Limit.UNKNOWN);
  }

  /** The call has no key, and the rule rejects such calls. */
  static OutboundLimitException withoutKey(String rule, String host) {
    return new OutboundLimitException(
        "the call does not have the key of the rule", rule, host, Limit.NEVER);
  }

  private static boolean isKnown(long micros) {
    return micros < Limit.UNKNOWN;
  }

  private static String seconds(long micros) {
    BigDecimal seconds = BigDecimal.valueOf(micros, MICRO_DIGITS).stripTrailingZeros();
    return seconds.toPlainString() + " s";
  }

  /** Returns the name of the rule that rejected the call. */
  public String rule() {
    return rule;
  }

  /** Returns the host that was not called. */
  public String host() {
    return host;
  }

  /** Returns {@link #retryAfter} in microseconds, {@link Limit#UNKNOWN} or more if unknown. */
  public long waitMicros() {
    return waitMicros;
  }

  /** Returns when the same call, alone, would not be rejected; negative if that is unknown. */
  public Duration retryAfter() {
    return isKnown(waitMicros) ? Duration.of(waitMicros, ChronoUnit.MICROS) : Duration.ofNanos(-1);
  }
}
