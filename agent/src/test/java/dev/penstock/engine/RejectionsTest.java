package dev.penstock.engine;

import static dev.penstock.engine.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import org.junit.jupiter.api.Test;

class RejectionsTest {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;

  private final ManualTicker ticker = new ManualTicker();

  private Engine engine(Rule... rules) {
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, AgentLog.onStderr());
    return new Engine(Rules.of(Mode.ENFORCE, rules), store, new KeyHash(1, 2));
  }

  private static String respond(Engine engine) {
    Decision decision = engine.decide(FakeCall.of("GET /"));
    FakeWritableResponse response = new FakeWritableResponse();
    if (decision.isRejected()) {
      response.reject(Rejections.response(decision, FakeCall.of("GET /")));
    } else {
      RateLimitFields.write(decision, response::addHeader);
    }
    return response.toString();
  }

  @Test
  void anAdmittedResponseReportsTheRemainingUnits() {
    ticker.advance(-ticker.micros() % MINUTE + 7 * SECOND + 1);
    Engine engine = engine(rule("api", "/**", GlobalKey.INSTANCE, new FixedWindow(100, MINUTE)));
    assertThat(respond(engine))
        .isEqualTo(
            """
            RateLimit-Policy: "api";q=100;w=60
            RateLimit: "api";r=99;t=53
            RateLimit-Limit: 100
            RateLimit-Remaining: 99
            RateLimit-Reset: 53
            """);
  }

  @Test
  void aRejectionNamesTheViolatedQuotaAndTheTimeToRetry() {
    ticker.advance(-ticker.micros() % MINUTE + 30 * SECOND + 500_000);
    Engine engine =
        engine(
            rule("api", "/**", GlobalKey.INSTANCE, new SlidingWindow(100, MINUTE)),
            rule("burst", "/**", GlobalKey.INSTANCE, new TokenBucket(2, SECOND, 1)),
            rule("login", "/**", GlobalKey.INSTANCE, new FixedWindow(1, MINUTE)));
    respond(engine);
    assertThat(respond(engine))
        .isEqualTo(
            """
            429
            Retry-After: 30
            RateLimit-Policy: "api";q=100;w=60, "burst";q=2;w=1;penstock-burst=1, "login";q=1;w=60
            RateLimit: "api";r=99;t=30, "burst";r=0;t=1, "login";r=0;t=30
            RateLimit-Limit: 1
            RateLimit-Remaining: 0
            RateLimit-Reset: 30
            Content-Type: application/problem+json

            {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Too many requests",\
            "status":429,\
            "detail":"The limit is reached. Try again in 30 seconds.",\
            "violated-policies":["burst","login"],\
            "retry_after":30}
            """);
  }

  @Test
  void aWindowBelowASecondIsLeftOutAndARoundedSecondIsOne() {
    Engine engine = engine(rule("fine", "/**", GlobalKey.INSTANCE, new TokenBucket(1, 100_000, 1)));
    respond(engine);
    assertThat(respond(engine))
        .isEqualTo(
            """
            429
            Retry-After: 1
            RateLimit-Policy: "fine";q=1
            RateLimit: "fine";r=0;t=1
            RateLimit-Limit: 1
            RateLimit-Remaining: 0
            RateLimit-Reset: 1
            Content-Type: application/problem+json

            {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Too many requests",\
            "status":429,\
            "detail":"The limit is reached. Try again in 1 second.",\
            "violated-policies":["fine"],\
            "retry_after":1}
            """);
  }

  @Test
  void aClientThatWaitsRetryAfterIsAdmittedAndOneSecondEarlierIsNot() {
    Engine engine =
        engine(
            rule("slow", "/**", GlobalKey.INSTANCE, new TokenBucket(7, MINUTE, 3)),
            rule("wide", "/**", GlobalKey.INSTANCE, new SlidingWindow(4, MINUTE)));
    for (int i = 0; i < 1_000; i++) {
      ticker.advance(SECOND / 3);
      Decision decision = engine.decide(FakeCall.of("GET /"));
      if (decision.isRejected()) {
        long retryAfter =
            Long.parseLong(
                Rejections.response(decision, FakeCall.of("GET /")).fields().get(0).value());
        ticker.advance((retryAfter - 1) * SECOND);
        assertThat(engine.decide(FakeCall.of("GET /")).isRejected()).isTrue();
        ticker.advance(SECOND);
        assertThat(engine.decide(FakeCall.of("GET /")).isRejected()).isFalse();
      }
    }
  }
}
