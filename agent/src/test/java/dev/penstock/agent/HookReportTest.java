package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.instrument.servlet.ServletHook;
import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.log.AgentLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests the warning about rules without a server or a client that they limit. */
class HookReportTest {
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong(-5);
  private final AtomicLong loadedClasses = new AtomicLong();
  private String listening = "";
  private final HookReport report =
      new HookReport(
          new AgentLog(
              new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
              /* debugging= */ true,
              nanos::get),
          nanos::get,
          loadedClasses::get,
          () -> listening);

  @Test
  void warnsOnceAfterOneMinuteIfNoServerWasFound() {
    report.add(List.of(new InstalledHook(new ServletHook(new ServletExchanges()))));
    nanos.addAndGet(MINUTE_NANOS - 1);
    report.reportOnce();
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
    nanos.addAndGet(1);
    report.reportOnce();
    report.reportOnce();
    assertThat(logged.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "penstock: warning: no supported HTTP server found in this JVM, so the inbound rules"
                + " limit nothing. Penstock installs its hooks as soon as one is loaded; see"
                + " docs/supported.md",
            "penstock: debug: hooks: installed none; degraded none;" + " not met servlet");
  }

  @Test
  void namesThePortsOfAnUnknownServer() {
    listening = "8080, 9090";
    report.add(List.of(new InstalledHook(new ServletHook(new ServletExchanges()))));
    pass(MINUTE_NANOS);
    assertThat(report.isReported()).isTrue();
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .contains("limit nothing. It listens on TCP ports 8080, 9090. Penstock installs");
  }

  @Test
  void waitsUntilTheApplicationHasLoadedNoClassForHalfAMinute() {
    report.add(List.of(new InstalledHook(new ServletHook(new ServletExchanges()))));
    for (int second = 1; second <= 200; second++) {
      loadedClasses.incrementAndGet();
      pass(seconds(1));
    }
    pass(seconds(30) - 1);
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
    pass(1);
    assertThat(logged.toString(StandardCharsets.UTF_8)).contains("no supported HTTP server found");
  }

  @Test
  void reportsAfterTenMinutesEvenIfTheApplicationKeepsLoadingClasses() {
    report.add(List.of(new InstalledHook(new ServletHook(new ServletExchanges()))));
    for (int second = 1; second < 600; second++) {
      loadedClasses.incrementAndGet();
      pass(seconds(1));
    }
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
    loadedClasses.incrementAndGet();
    pass(seconds(1));
    assertThat(logged.toString(StandardCharsets.UTF_8)).contains("no supported HTTP server found");
  }

  private void pass(long duration) {
    nanos.addAndGet(duration);
    report.reportOnce();
  }

  private static long seconds(int count) {
    return count * MINUTE_NANOS / 60;
  }

  @Test
  void logsNothingWithoutHooks() {
    nanos.addAndGet(2 * MINUTE_NANOS);
    report.reportOnce();
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
