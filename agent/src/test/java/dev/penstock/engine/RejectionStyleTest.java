package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.RejectionStyle.Body;
import dev.penstock.rules.RejectionStyle.Dialect;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rejections with a status, a body and headers that the operator configures. */
class RejectionStyleTest {
  private static final long MINUTE = 60_000_000;

  private final ManualTicker ticker = new ManualTicker();

  @Test
  void rejectionsShowNoNumbersWithoutDisclosure() {
    assertThat(rejection(style(Set.of(Dialect.IETF), Body.JSON, "", /* disclose= */ false)))
        .isEqualTo(
            """
            429
            Retry-After: 60
            Content-Type: application/json

            {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Too many requests","status":429,\
            "detail":"The limit is reached. Try again in 60 seconds.","retry_after":60}
            """);
  }

  @Test
  void theXRateLimitFieldsReportTheResetAsEpochSeconds() {
    ticker.advance(MINUTE - ticker.micros() % MINUTE - 1);
    long epochSecond = (ticker.micros() + 1) / 1_000_000;
    assertThat(rejection(style(Set.of(Dialect.X), Body.TEXT, "", /* disclose= */ true)))
        .isEqualTo(
            """
            429
            Retry-After: 60
            X-RateLimit-Limit: 1
            X-RateLimit-Remaining: 0
            X-RateLimit-Reset: %d
            X-RateLimit-Bucket: api
            Content-Type: text/plain;charset=UTF-8

            The limit is reached. Try again in 60 seconds.
            """
                .formatted(epochSecond + 60));
  }

  @Test
  void aTemplateIsFilledIn() {
    String template = "<p>{rule}: {status}, again in {retry_after} s</p>";
    assertThat(rejection(style(Set.of(), Body.TEMPLATE, template, /* disclose= */ true)))
        .isEqualTo(
            """
            429
            Retry-After: 60
            Content-Type: text/html

            <p>api: 429, again in 60 s</p>\
            """);
  }

  @Test
  void jitterOnlyIncreasesRetryAfter() {
    RejectionStyle jittery =
        new RejectionStyle(
            503, Set.of(), Body.NONE, "", "", true, /* jitterSeconds= */ 5, List.of());
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 500; i++) {
      seen.add(rejection(jittery).lines().skip(1).findFirst().orElseThrow());
    }
    assertThat(seen)
        .containsExactly(
            "Retry-After: 60",
            "Retry-After: 61",
            "Retry-After: 62",
            "Retry-After: 63",
            "Retry-After: 64",
            "Retry-After: 65");
  }

  @Test
  void anAllowedOriginMayReadTheRejection() {
    RejectionStyle cors =
        new RejectionStyle(
            429, Set.of(), Body.NONE, "", "", true, 0, List.of("https://app.example"));
    assertThat(rejection(cors, FakeCall.of("GET /").with("Origin", "https://app.example")))
        .contains("Access-Control-Allow-Origin: https://app.example\n")
        .contains("Access-Control-Expose-Headers: Retry-After, RateLimit,")
        .contains("Vary: Origin\n");
    assertThat(rejection(cors, FakeCall.of("GET /").with("Origin", "https://other.example")))
        .doesNotContain("Access-Control");
    assertThat(rejection(cors, FakeCall.of("GET /"))).doesNotContain("Access-Control");
  }

  @Test
  void aRejectionByConcurrencyHasNoRetryAfter() {
    assertThat(rejection(RejectionStyle.DEFAULT, FakeCall.of("GET /"), new Concurrency(1)))
        .isEqualTo(
            """
            429
            RateLimit-Policy: "api";q=1;qu="concurrent-requests"
            RateLimit: "api";r=0
            RateLimit-Limit: 1
            RateLimit-Remaining: 0
            RateLimit-Reset: 0
            Content-Type: application/problem+json

            {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Too many requests","status":429,\
            "detail":"The limit is reached.","violated-policies":["api"]}
            """);
  }

  private static RejectionStyle style(
      Set<Dialect> fields, Body body, String template, boolean disclose) {
    return new RejectionStyle(429, fields, body, template, "text/html", disclose, 0, List.of());
  }

  private String rejection(RejectionStyle style) {
    return rejection(style, FakeCall.of("GET /"));
  }

  private String rejection(RejectionStyle style, Call call) {
    return rejection(style, call, new FixedWindow(1, MINUTE));
  }

  private String rejection(RejectionStyle style, Call call, Limit limit) {
    ticker.advance(MINUTE - ticker.micros() % MINUTE);
    List<Match> everything = List.of(new Match(List.of(), PathPattern.parse("/**")));
    List<Quota> quotas = List.of(Quota.of("api", GlobalKey.INSTANCE, limit, "1/min"));
    Rule rule = new Rule("api", everything, quotas, 1, Mode.ENFORCE, 100, null, style);
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, AgentLog.onStderr());
    Engine engine = new Engine(Rules.of(Mode.ENFORCE, rule), store, new KeyHash(1, 2));
    engine.decide(call);
    FakeWritableResponse response = new FakeWritableResponse();
    response.reject(Rejections.response(engine.decide(call), call));
    return response.toString();
  }
}
