package dev.penstock.rules;

import java.util.List;
import java.util.Set;

/**
 * The format of the response to a rejected request.
 *
 * @param status the status, 429 by default
 * @param fields the header fields that report the remaining quota
 * @param body the kind of body
 * @param template the text of a template body, with the placeholders {@code {rule}}, {@code
 *     {retry_after}} and {@code {status}}
 * @param contentType the content type of a template body
 * @param disclose false to send no numbers except {@code Retry-After}
 * @param jitterSeconds up to this many seconds are added to {@code Retry-After}, to spread retries
 * @param corsOrigins the origins whose scripts may read the response; {@code *} for all; empty for
 *     no CORS headers
 */
public record RejectionStyle(
    int status,
    Set<Dialect> fields,
    Body body,
    String template,
    String contentType,
    boolean disclose,
    int jitterSeconds,
    List<String> corsOrigins) {
  /** A family of header fields. */
  public enum Dialect {
    /** {@code RateLimit-Policy} and {@code RateLimit} of the IETF draft. */
    IETF,
    /** {@code RateLimit-Limit}, {@code -Remaining} and {@code -Reset} in seconds from now. */
    LEGACY,
    /** {@code X-RateLimit-Limit}, {@code -Remaining} and {@code -Reset} in seconds since 1970. */
    X
  }

  /** A kind of body. */
  public enum Body {
    /** {@code application/problem+json}. */
    PROBLEM,
    /** {@code application/json} with the same members. */
    JSON,
    /** One line of {@code text/plain}. */
    TEXT,
    /** A template from the rules file. */
    TEMPLATE,
    /** No body. */
    NONE
  }

  /** The default. */
  public static final RejectionStyle DEFAULT =
      new RejectionStyle(
          429,
          Set.of(Dialect.IETF, Dialect.LEGACY),
          Body.PROBLEM,
          /* template= */ "",
          /* contentType= */ "",
          /* disclose= */ true,
          /* jitterSeconds= */ 0,
          /* corsOrigins= */ List.of());

  public RejectionStyle {
    fields = Set.copyOf(fields);
    corsOrigins = List.copyOf(corsOrigins);
  }

  /** Returns a copy that sends no numbers except {@code Retry-After}. */
  RejectionStyle undisclosed() {
    return new RejectionStyle(
        status,
        fields,
        body,
        template,
        contentType,
        /* disclose= */ false,
        jitterSeconds,
        corsOrigins);
  }
}
