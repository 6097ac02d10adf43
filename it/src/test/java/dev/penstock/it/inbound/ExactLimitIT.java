package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit of N admits exactly N of many concurrent requests. */
@ParameterizedClass
@MethodSource("apps")
record ExactLimitIT(RunningApp app) {
  /* Weeks since the epoch begin on Thursdays at midnight UTC: a test rarely runs across that. */
  private static final String RULES =
      """
      version: 1
      inbound:
        fixed:
          match: /api/fixed-window
          rate: 40/week
          algorithm: fixed-window
        sliding:
          match: /api/sliding-window
          rate: 40/week
          algorithm: sliding-window
        bucket:
          match: /api/token-bucket
          rate: 40/week
          algorithm: token-bucket
        loose:
          match: /api/two/**
          rate: 40/week
          algorithm: fixed-window
        tight:
          match: /api/two/**
          rate: 10/week
          algorithm: token-bucket
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.one().map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed-window", "sliding-window", "token-bucket"})
  void admitsFortyOfFourHundredConcurrentRequests(String algorithm) {
    List<Integer> statuses = app.http().concurrentStatuses(400, 50, "/api/" + algorithm);
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(40);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(360);
  }

  @Test
  void theTighterOfTwoLimitsDecides() {
    List<Integer> statuses = app.http().concurrentStatuses(100, 50, "/api/two/x");
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(10);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(90);
  }
}
