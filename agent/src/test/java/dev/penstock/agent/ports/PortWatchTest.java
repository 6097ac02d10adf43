package dev.penstock.agent.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import dev.penstock.telemetry.Snapshot.PortState;
import dev.penstock.telemetry.Snapshot.PortState.Coverage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Ports whose connections pass no hook, found in a minute's steps. */
class PortWatchTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AtomicLong nanos = new AtomicLong(-7);
  private @Nullable SortedMap<Integer, Set<String>> open = new TreeMap<>();
  private final PortWatch watch =
      new PortWatch(
          () -> open == null ? null : new TreeMap<>(open),
          () -> " Classes that wait for connections: a.B.",
          nanos::get,
          new AgentLog(
              new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
              /* debugging= */ false,
              nanos::get));

  @Test
  void aPortWithANewConnectionAndNoRequestIsNotCovered() {
    listen(9090);
    check();
    listen(9090, "a:1");
    check();
    assertThat(warnings()).isEmpty();
    assertThat(watch.states()).containsExactly(new PortState(9090, Coverage.NO_REQUEST));
    check();
    assertThat(warnings())
        .isEqualTo(
            "penstock: warning: connections to TCP port 9090 pass no hook of Penstock; if it serves"
                + " HTTP, no inbound rule limits it. Classes that wait for connections: a.B. See"
                + " docs/supported.md\n");
    assertThat(watch.states()).containsExactly(new PortState(9090, Coverage.NOT_COVERED));
    listen(9090, "b:2");
    check();
    check();
    assertThat(warnings().lines()).hasSize(1);
  }

  @Test
  void aRequestMakesAPortServed() {
    listen(8080);
    check();
    assertThat(watch.isWatching()).isTrue();
    listen(8080, "a:1");
    check();
    watch.sawRequest(8080);
    check();
    check();
    assertThat(watch.states()).containsExactly(new PortState(8080, Coverage.SERVED));
    assertThat(watch.isWatching()).isFalse();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aRequestAfterTheWarningMakesAPortServedAgain() {
    listen(8080);
    check();
    listen(8080, "a:1");
    check();
    check();
    watch.sawRequest(8080);
    check();
    assertThat(watch.states()).containsExactly(new PortState(8080, Coverage.SERVED));
  }

  @Test
  void anIdlePortAndAnOldConnectionAreNoReasonForAWarning() {
    listen(8080, "a:1");
    open(7000);
    for (int minute = 0; minute < 30; minute++) {
      check();
    }
    assertThat(warnings()).isEmpty();
    assertThat(watch.states())
        .containsExactly(
            new PortState(7000, Coverage.NO_REQUEST), new PortState(8080, Coverage.NO_REQUEST));
  }

  @Test
  void nothingIsSaidWhileThePortsOfRequestsOrConnectionsAreUnknown() {
    listen(9090);
    check();
    listen(9090, "a:1");
    check();
    open = null;
    check();
    assertThat(watch.states()).isEmpty();
    listen(9090, "a:1");
    check();
    listen(9090, "a:1", "b:2");
    check();
    watch.sawRequest(0);
    check();
    check();
    assertThat(warnings()).isEmpty();
    assertThat(watch.isWatching()).isFalse();
  }

  @Test
  void requestsThatPassedWithoutARuleAreNoReasonForAWarning() {
    listen(9090);
    check();
    listen(9090, "a:1");
    check();
    watch.restart();
    check();
    check();
    check();
    assertThat(warnings()).isEmpty();
  }

  @Test
  void connectionsAreReadOnceAMinute() {
    listen(9090);
    watch.check();
    listen(9090, "a:1");
    watch.check();
    nanos.addAndGet(59_999_999_999L);
    watch.check();
    assertThat(watch.states()).containsExactly(new PortState(9090, Coverage.NO_REQUEST));
    nanos.addAndGet(1);
    watch.check();
    watch.check();
    assertThat(warnings()).isEmpty();
  }

  private void listen(int port, String... clients) {
    open = new TreeMap<>();
    open(port, clients);
  }

  private void open(int port, String... clients) {
    SortedMap<Integer, Set<String>> all = open == null ? new TreeMap<>() : open;
    all.put(port, Set.of(clients));
    open = all;
  }

  private void check() {
    watch.check();
    nanos.addAndGet(60_000_000_000L);
  }

  private String warnings() {
    return logged.toString(StandardCharsets.UTF_8);
  }
}
