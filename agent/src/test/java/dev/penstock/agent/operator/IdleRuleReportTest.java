package dev.penstock.agent.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.IdleRulesTest;
import dev.penstock.rules.Mode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Rules that match nothing are logged once. */
class IdleRuleReportTest {
  private static final String HELP = ". Test a request with `explain`, or correct `match`\n";

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final IdleRuleReport watch =
      new IdleRuleReport(
          new AgentLog(
              new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8),
              /* debugging= */ false,
              () -> 0));

  @Test
  void logsEachIdleRuleOnce() {
    look("api", 599);
    assertThat(said()).isEmpty();
    look("api", 600);
    look("api", 900);
    look("api", 1);
    look("api", 2000);
    assertThat(said()).isEqualTo("penstock: no call has matched for 10 minutes: `api`" + HELP);
    look("other", 600);
    assertThat(said()).endsWith("\npenstock: no call has matched for 10 minutes: `other`" + HELP);
  }

  private void look(String rule, long matchedSecondsAgo) {
    watch.report(IdleRulesTest.snapshot(rule, matchedSecondsAgo, 9000, 9000, Mode.ENFORCE));
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
