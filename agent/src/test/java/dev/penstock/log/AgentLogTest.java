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
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();

  private AgentLog log(boolean debugging) {
    return new AgentLog(
        new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
        debugging,
        nanos::get);
  }

  private String logText() {
    return logged.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void everyLineStartsWithThePrefixAndItsLevel() {
    AgentLog log = log(/* debugging= */ true);
    log.info("2 rules");
    log.warn("`a` is unused");
    log.debug("read b");
    assertThat(logText())
        .isEqualTo(
            """
            penstock: 2 rules
            penstock: warning: `a` is unused
            penstock: debug: read b
            """);
  }

  @Test
  void debugLinesAreWrittenOnlyWithTheDebugSetting() {
    log(/* debugging= */ false).debug("read b");
    assertThat(logText()).isEmpty();
  }

  @Test
  void aCauseIsReportedOnceAMinuteWithItsCount() {
    AgentLog log = log(/* debugging= */ false);
    for (int second = 0; second < 130; second++) {
      log.repeated("store", "the store failed", null);
      log.repeated("rules", "the rules failed", null);
      nanos.addAndGet(SECOND);
    }
    assertThat(logText())
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
    assertThat(log.count("unknown cause")).isZero();
  }

  @Test
  void anErrorIsLoggedWithItsStackTrace() {
    log(/* debugging= */ false).repeated("x", "it failed", new IllegalStateException("because"));
    assertThat(logText())
        .startsWith(
            "penstock: warning: it failed (1 so far)\njava.lang.IllegalStateException: because\n")
        .contains("AgentLogTest.anErrorIsLoggedWithItsStackTrace");
  }

  @Test
  void causesBeyondTheMaximumAreCountedTogether() {
    AgentLog log = log(/* debugging= */ false);
    for (int i = 0; i < 1_000; i++) {
      log.repeated("cause " + i, "message", null);
    }
    assertThat(logText().lines()).hasSize(201);
    assertThat(log.count("others")).isEqualTo(800);
  }
}
