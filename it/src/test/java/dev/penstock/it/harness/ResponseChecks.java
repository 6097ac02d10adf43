package dev.penstock.it.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;

/** Assertions about responses of the test applications. */
public final class ResponseChecks {
  public static final Duration TIMEOUT = Duration.ofSeconds(15);

  private ResponseChecks() {}

  /** The value of a header that must occur once. */
  public static String field(HttpResponse<?> response, String name) {
    assertThat(response.headers().allValues(name)).as(name).hasSize(1);
    return response.headers().firstValue(name).orElseThrow();
  }

  /** The Authorization header of a user of the test applications. */
  public static String basicAuth(String name) {
    String pair = name + ":secret of " + name;
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }

  /** The number of handlers of the application that have run. */
  public static int handlerCalls(RunningApp app) {
    return Integer.parseInt(app.http().get("/handled").body());
  }

  /** Expects a complete rejection by a rule of 2 per day: each header once, and a problem body. */
  public static void expectRejection(HttpResponse<String> rejected, String rule) {
    assertThat(rejected.statusCode()).isEqualTo(429);
    assertThat(field(rejected, "RateLimit-Policy")).contains("\"" + rule + "\";q=2;w=86400");
    assertThat(field(rejected, "RateLimit")).containsPattern("\"" + rule + "\";r=0;t=\\d+");
    assertThat(field(rejected, "RateLimit-Limit")).isEqualTo("2");
    assertThat(field(rejected, "RateLimit-Remaining")).isEqualTo("0");
    assertThat(field(rejected, "RateLimit-Reset")).matches("\\d+");
    assertThat(Long.parseLong(field(rejected, "Retry-After"))).isBetween(43_000L, 43_200L);
    assertThat(field(rejected, "Content-Type")).startsWith("application/problem+json");
    if (rejected.request().method().equals("HEAD")) {
      assertThat(rejected.body()).isEmpty();
      return;
    }
    assertThat(rejected.body())
        .startsWith("{")
        .endsWith("}\n")
        .contains("\"type\":\"https://iana.org/assignments/http-problem-types#quota-exceeded\"")
        .contains("\"title\":\"")
        .contains("\"status\":429")
        .contains("\"detail\":\"")
        .contains("\"violated-policies\":[\"" + rule + "\"]")
        .contains("\"retry_after\":" + field(rejected, "Retry-After"));
  }
}
