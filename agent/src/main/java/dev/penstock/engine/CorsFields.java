package dev.penstock.engine;

import dev.penstock.http.Call;
import dev.penstock.http.HeaderField;
import dev.penstock.rules.RejectionStyle;
import java.util.List;

/** The header fields that let a page read a rejection that another origin sends. */
final class CorsFields {
  private static final String EXPOSED =
      "Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining,"
          + " RateLimit-Reset";

  private CorsFields() {}

  static List<HeaderField> fields(RejectionStyle style, Call call) {
    String origin = style.corsOrigins().isEmpty() ? null : call.header("Origin");
    if (origin == null) {
      return List.of();
    }
    boolean all = style.corsOrigins().contains("*");
    if (!all && !style.corsOrigins().contains(origin)) {
      return List.of();
    }
    return List.of(
        new HeaderField("Access-Control-Allow-Origin", all ? "*" : origin),
        new HeaderField("Access-Control-Expose-Headers", EXPOSED),
        new HeaderField("Vary", "Origin"));
  }
}
