package dev.penstock.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.SampleSnapshot;
import org.junit.jupiter.api.Test;

/** Tests the output of {@code status}. */
class StatusTextTest {
  @Test
  void showsTheCompleteState() {
    assertThat(StatusText.of(SampleSnapshot.busy()))
        .isEqualTo(
            """
            rules       enforcing 3 rules from /etc/app/penstock.yaml
              login     5/min by ip               enforce  1280 admitted, 620 rejected, 3 overflow, 4 failed open
              search    100/s by user and 5000/h  shadow   40000 admitted, 44 would reject (switched by console; the file says enforce)
              payments  10/s                      enforce  900 admitted, 12 rejected
            idle        no matching call for 10 minutes: payments
            hooks
              servlet     in 2 classes
              spring-mvc  in 1 class, DEGRADED: some methods could not be instrumented; see the log
              vertx       not met
            ports       8080, 9090 (NOT COVERED: connections pass no hook)
            keys        5120 of at most 1000000
            redis       redis://cache:6379, UNAVAILABLE; decided by Redis 41800, by local share 70, admitted 5, rejected 6; 41900 questions in 12000 round trips, 9 late, 2 errors, paused 2 times
            held        4 outbound calls
            shadow      0.12 % of 40,664 calls diverge (44 newly rejected, 3 newly admitted); not ready: compared for 5 h of the required 24 h
            reloads     3 succeeded, 1 failed
              penstock.yaml:3:15: error: unknown unit `minuts`
                |
              3 |     rate: 100/minuts
                |               ^^^^^^
                = at inbound.login.rate
                = help: did you mean `min`? Units are ms, s, min, h, day, week and month
            switches    2 used
            errors      5 suppressed
            """);
  }

  @Test
  void showsAnAgentWithoutRules() {
    assertThat(StatusText.of(SampleSnapshot.idle()))
        .isEqualTo(
            """
            rules       no rules file found, nothing is limited
            hooks       none, as no rule needs one
            keys        0 of at most 1000000
            held        0 outbound calls
            reloads     0 succeeded, 0 failed
            switches    0 used
            errors      0 suppressed
            """);
  }

  @Test
  void longNamesStayAligned() {
    assertThat(StatusText.of(SampleSnapshot.withRuleNamed("a-rule-with-a-long-name")))
        .contains(
            """
            rules       enforcing 3 rules from /etc/app/penstock.yaml
              a-rule-with-a-long-name  5/min by ip               enforce  1280 admitted,\
            """
                .stripTrailing())
        .contains("\n  search                   100/s by user and 5000/h  shadow   40000 admitted");
  }
}
