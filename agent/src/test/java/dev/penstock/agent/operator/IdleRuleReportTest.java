package dev.penstock.agent.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.IdleRulesTest;
import dev.penstock.rules.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests the log line about rules that match no request. */
class IdleRuleReportTest {
  private static final String HELP = ". Test a request with `explain`, or correct `match`\n";

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final IdleRuleReport idleRules =
      new IdleRuleReport(
          new AgentLog(
              new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
              /* debugging= */ false,
              () -> 0));

  @Test
  void logsEachIdleRuleOnce() {
    report("api", 599);
    assertThat(logged()).isEmpty();
    report("api", 600);
    report("api", 900);
    report("api", 1);
    report("api", 2000);
    assertThat(logged()).isEqualTo("penstock: no call has matched for 10 minutes: `api`" + HELP);
    report("other", 600);
    assertThat(logged()).endsWith("\npenstock: no call has matched for 10 minutes: `other`" + HELP);
  }

  private void report(String rule, long matchedSecondsAgo) {
    idleRules.report(IdleRulesTest.snapshot(rule, matchedSecondsAgo, 9000, 9000, Mode.ENFORCE));
  }

  private String logged() {
    return logged.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
