package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrictStartTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final List<Integer> exits = new ArrayList<>();

  @Test
  void endsTheJvmIfNoRulesWereLoaded() {
    strict(/* attached= */ false).expectRules(/* loaded= */ false);
    assertThat(exits).containsExactly(78);
    assertThat(logged())
        .isEqualTo(
            "penstock: error: the rules could not be loaded. The agent option `strict` is set, so"
                + " the JVM exits with code 78.\n");
  }

  @Test
  void endsTheJvmIfTheAgentCouldNotStart() {
    strict(/* attached= */ false).failed(new IllegalStateException("broken"));
    assertThat(exits).containsExactly(78);
    assertThat(logged())
        .isEqualTo(
            "penstock: error: Penstock could not start: java.lang.IllegalStateException: broken."
                + " The agent option `strict` is set, so the JVM exits with code 78.\n");
  }

  @Test
  void letsTheApplicationStartIfRulesWereLoaded() {
    strict(/* attached= */ false).expectRules(/* loaded= */ true);
    assertThat(exits).isEmpty();
    assertThat(logged()).isEmpty();
  }

  @Test
  void neverEndsARunningApplication() {
    StrictStart start = strict(/* attached= */ true);
    start.expectRules(/* loaded= */ false);
    start.failed(new IllegalStateException("broken"));
    assertThat(start.firstLoad()).isEqualTo(FirstLoad.OPTIONAL);
    assertThat(exits).isEmpty();
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the agent option `strict` is ignored: the application is already"
                + " running, and Penstock never stops a running application\n");
  }

  @Test
  void doesNothingWithoutTheOption() {
    StrictStart start =
        new StrictStart(/* strict= */ false, /* attached= */ false, log(), exits::add);
    start.expectRules(/* loaded= */ false);
    start.failed(new IllegalStateException("broken"));
    assertThat(start.firstLoad()).isEqualTo(FirstLoad.OPTIONAL);
    assertThat(exits).isEmpty();
  }

  private StrictStart strict(boolean attached) {
    return new StrictStart(/* strict= */ true, attached, log(), exits::add);
  }

  private AgentLog log() {
    return new AgentLog(
        new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
        /* debugging= */ false,
        System::nanoTime);
  }

  private String logged() {
    return logged.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
