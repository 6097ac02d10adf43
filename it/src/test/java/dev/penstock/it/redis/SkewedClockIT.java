package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.SkewedClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Checks {@link SkewedClock}, on which other tests rely: the limits of the JVM use the shifted
 * time.
 */
class SkewedClockIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 1/h, algorithm: fixed-window }
      """;

  private static final long HOUR = 3_600;
  private static final long HALF_AN_HOUR = HOUR / 2;

  @Test
  void aSkewedClockShiftsLocalWindows() {
    try (RunningApp app =
        SkewedClock.in(Launch.on(AppCluster.target()).rules(RULES), Duration.ofMinutes(30))
            .start()) {
      HttpResponse<String> response = app.http().get("/hello");
      for (int more = 0; more < 3 && response.statusCode() != 429; more++) {
        response = app.http().get("/hello");
      }
      long retryAfterSeconds =
          Long.parseLong(response.headers().firstValue("Retry-After").orElseThrow());
      long rightSeconds = HOUR - System.currentTimeMillis() / 1_000 % HOUR;
      long apart = Math.floorMod(rightSeconds - retryAfterSeconds, HOUR);
      assertThat(apart).isBetween(HALF_AN_HOUR - 60, HALF_AN_HOUR + 60);
    }
  }
}
