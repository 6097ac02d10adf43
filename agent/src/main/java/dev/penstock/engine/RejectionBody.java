package dev.penstock.engine;

import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.rules.RejectionStyle;
import java.util.List;

/** The body of a rejection: RFC 9457, with the type and members of the RateLimit draft. */
final class RejectionBody {
  private RejectionBody() {}

  static RejectionResponse response(
      Decision decision, RejectionStyle style, List<HeaderField> fields, long retryAfter) {
    String detail = detail(decision, retryAfter);
    return switch (style.body()) {
      case PROBLEM ->
          new RejectionResponse(
              style.status(),
              fields,
              "application/problem+json",
              json(decision, style, detail, retryAfter));
      case JSON ->
          new RejectionResponse(
              style.status(),
              fields,
              "application/json",
              json(decision, style, detail, retryAfter));
      case TEXT ->
          new RejectionResponse(style.status(), fields, "text/plain;charset=UTF-8", detail + "\n");
      case TEMPLATE ->
          new RejectionResponse(
              style.status(),
              fields,
              style.contentType(),
              filledTemplate(decision, style, retryAfter));
      case NONE -> new RejectionResponse(style.status(), fields, "text/plain;charset=UTF-8", "");
    };
  }

  private static String detail(Decision decision, long retryAfter) {
    if (decision.deniedBy() != null) {
      return "The request lacks what identifies its sender.";
    }
    if (retryAfter == 0) {
      return "The limit is reached.";
    }
    return "The limit is reached. Try again in "
        + retryAfter
        + (retryAfter == 1 ? " second." : " seconds.");
  }

  private static String json(
      Decision decision, RejectionStyle style, String detail, long retryAfter) {
    return "{\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\","
        + "\"title\":\"Too many requests\",\"status\":"
        + style.status()
        + ",\"detail\":\""
        + detail
        + "\""
        + (style.disclose() ? ",\"violated-policies\":[" + violated(decision) + "]" : "")
        + (retryAfter == 0 ? "" : ",\"retry_after\":" + retryAfter)
        + "}\n";
  }

  private static String violated(Decision decision) {
    StringBuilder violated = new StringBuilder();
    for (int i = 0; i < decision.quotas(); i++) {
      if (decision.waitMicros(i) > 0 && decision.rule(i).answer().disclose()) {
        violated.append(violated.length() == 0 ? "" : ",").append(decision.policy(i).quotedName());
      }
    }
    return violated.toString();
  }

  private static String filledTemplate(Decision decision, RejectionStyle style, long retryAfter) {
    return style
        .template()
        .replace("{status}", Integer.toString(style.status()))
        .replace("{retry_after}", Long.toString(retryAfter))
        .replace("{rule}", Rejections.rejectingRule(decision).name());
  }

  static String shed() {
    return "{\"type\":\"https://iana.org/assignments/http-problem-types"
        + "#temporary-reduced-capacity\","
        + "\"title\":\"Temporarily reduced capacity\",\"status\":503,"
        + "\"detail\":\"The server has too much to do. Try again later.\"}\n";
  }
}
