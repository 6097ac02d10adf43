package dev.penstock.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AgentLogTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong nanos = new AtomicLong(-5 * SECOND);
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  private AgentLog log(boolean debugging) {
    return new AgentLog(
        new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8),
        debugging,
        nanos::get);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void everyLineSaysWhoSpeaks() {
    AgentLog log = log(/* debugging= */ true);
    log.info("2 rules");
    log.warn("`a` is odd");
    log.debug("looked at b");
    assertThat(said())
        .isEqualTo(
            """
            penstock: 2 rules
            penstock: warning: `a` is odd
            penstock: debug: looked at b
            """);
  }

  @Test
  void debugIsSilentUnlessAskedFor() {
    log(/* debugging= */ false).debug("looked at b");
    assertThat(said()).isEmpty();
  }

  @Test
  void aCauseIsReportedOnceAMinuteWithItsCount() {
    AgentLog log = log(/* debugging= */ false);
    for (int second = 0; second < 130; second++) {
      log.repeated("store", "the store failed", null);
      log.repeated("rules", "the rules failed", null);
      nanos.addAndGet(SECOND);
    }
    assertThat(said())
        .isEqualTo(
            """
            penstock: warning: the store failed (1 so far)
            penstock: warning: the rules failed (1 so far)
            penstock: warning: the store failed (61 so far)
            penstock: warning: the rules failed (61 so far)
            penstock: warning: the store failed (121 so far)
            penstock: warning: the rules failed (121 so far)
            """);
    assertThat(log.count("store")).isEqualTo(130);
    assertThat(log.count("never heard of")).isZero();
  }

  @Test
  void anErrorComesWithItsTrace() {
    log(/* debugging= */ false).repeated("x", "it failed", new IllegalStateException("because"));
    assertThat(said())
        .startsWith(
            "penstock: warning: it failed (1 so far)\njava.lang.IllegalStateException: because\n")
        .contains("AgentLogTest.anErrorComesWithItsTrace");
  }

  @Test
  void moreCausesThanThereCanBeShareOne() {
    AgentLog log = log(/* debugging= */ false);
    for (int i = 0; i < 1_000; i++) {
      log.repeated("cause " + i, "message", null);
    }
    assertThat(said().lines()).hasSize(201);
    assertThat(log.count("others")).isEqualTo(800);
  }
}
