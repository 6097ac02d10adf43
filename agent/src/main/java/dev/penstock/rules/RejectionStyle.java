package dev.penstock.rules;

import java.util.List;
import java.util.Set;

/**
 * How a refusal is worded.
 *
 * @param status its status, 429 unless told otherwise
 * @param fields which header fields tell what is left
 * @param body what kind of body it has
 * @param template the body's text, if it is a template: {@code {rule}}, {@code {retry_after}} and
 *     {@code {status}} are filled in
 * @param contentType the type of a template
 * @param disclose false if nobody is to learn any numbers but {@code Retry-After}
 * @param jitterSeconds up to this much is added to {@code Retry-After}, so that not all come back
 *     at once
 * @param corsOrigins which browser pages may read a refusal; {@code *} for all, none for no headers
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
    /** {@code RateLimit-Policy} and {@code RateLimit}, as the IETF drafts them. */
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
    /** The operator's own words. */
    TEMPLATE,
    /** None at all. */
    NONE
  }

  /** What is sent if the file says nothing. */
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

  /** The same without any numbers but {@code Retry-After}. */
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
