package dev.penstock.engine;

import dev.penstock.call.Call;
import dev.penstock.call.Field;
import dev.penstock.rule.AnswerStyle;
import java.util.List;

/** The header fields without which a browser hides a refusal from the page that asked. */
final class Cors {
  private static final String EXPOSED =
      "Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining,"
          + " RateLimit-Reset";

  private Cors() {}

  static List<Field> fields(AnswerStyle style, Call call) {
    String origin = style.corsOrigins().isEmpty() ? null : call.header("Origin");
    if (origin == null) {
      return List.of();
    }
    boolean all = style.corsOrigins().contains("*");
    if (!all && !style.corsOrigins().contains(origin)) {
      return List.of();
    }
    return List.of(
        new Field("Access-Control-Allow-Origin", all ? "*" : origin),
        new Field("Access-Control-Expose-Headers", EXPOSED),
        new Field("Vary", "Origin"));
  }
}
