package dev.penstock.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.operator.SnapshotText;
import dev.penstock.operator.StatusProperties;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command {@code top}. */
class TopCommandTest {
  private static final String BACK_TO_NORMAL = "\033[?25h\033[?1049l";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Long> pauses = new ArrayList<>();
  private final FakeJvms jvms = new FakeJvms();

  @Test
  void showsChangesBetweenTwoSnapshots() throws UsageException {
    jvms.with("4711", view(0), view(1));
    assertThat(run(/* terminal= */ false, StandardCharsets.UTF_8, "4711", "--once"))
        .isEqualTo(ExitCode.SUCCESS);
    assertThat(shown())
        .isEqualTo(
            """
            JVM 4711, Penstock 1.0.0: enforcing 3 rules
            file    /etc/app/penstock.yaml
            hooks   servlet, spring-mvc (DEGRADED)
            redis   redis://cache:6379 UNAVAILABLE
            keys    5120
            shadow  candidate.yaml: not ready
            errors  5 suppressed

            RULE      MODE     ADMITTED/s  REJECTED/s   WOULD/s    KEYS  CALLS
            login     enforce        10.0         2.0       0.0     312  █
            search    shadow          0.0         0.0       0.0    4808  ▁
            payments  enforce         0.0         0.0       0.0       1  ▁

            MOST REJECTED CLIENTS
                   410  9f2c51d07ab3e6f4  login
                   120  03ee77a1c9b24d58  login
            """);
    assertThat(pauses).containsExactly(1000L);
  }

  @Test
  void continuesUntilTheJvmEnds() throws UsageException {
    jvms.with("4711", view(0), view(1), view(3), view(3));
    assertThat(run(/* terminal= */ false, StandardCharsets.US_ASCII, "4711", "--every", "2s"))
        .isEqualTo(ExitCode.PROBLEMS);
    assertThat(shown().lines().filter(line -> line.startsWith("login")))
        .containsExactly(
            "login     enforce        10.0         2.0       0.0     312  #",
            "login     enforce        20.0         4.0       0.0     312  =#",
            "login     enforce         0.0         0.0       0.0     312  =#_");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("error: JVM 4711 has ended\n");
    assertThat(pauses).containsOnly(2000L).hasSize(4);
  }

  @Test
  void redrawsInPlaceAndRestoresTheTerminal() throws UsageException {
    jvms.with("4711", view(0), view(1), view(2));
    run(/* terminal= */ true, StandardCharsets.UTF_8, "4711");
    String shown = out.toString(StandardCharsets.UTF_8);
    assertThat(shown).startsWith("\033[?1049h\033[?25l\033[HJVM 4711").endsWith(BACK_TO_NORMAL);
    assertThat(shown.split("\033\\[H", -1)).hasSize(3);
    assertThat(shown.indexOf(BACK_TO_NORMAL)).isEqualTo(shown.lastIndexOf(BACK_TO_NORMAL));
    assertThat(shown.replaceAll("\033\\[[?0-9]*[A-Za-z]", "").lines())
        .allMatch(line -> line.length() <= 60)
        // A view has at most ten rows, so the terminal does not scroll.
        .hasSize(18);
  }

  @Test
  void reportsAJvmWithoutTheAgent() throws UsageException {
    jvms.with("4711", Map.of());
    assertThat(run(/* terminal= */ true, StandardCharsets.UTF_8, "4711"))
        .isEqualTo(ExitCode.PROBLEMS);
    assertThat(shown()).isEmpty();
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            error: Penstock is not attached to this JVM
              = help: run `attach PID --rules FILE` first
            """);
  }

  private ExitCode run(boolean terminal, Charset charset, String... args) throws UsageException {
    PrintStream printed = new PrintStream(out, /* autoFlush= */ true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(err, /* autoFlush= */ true, StandardCharsets.UTF_8);
    TerminalScreen screen =
        new TerminalScreen(printed, terminal, charset, new TerminalSize(10, 60));
    return new TopCommand(jvms, screen, pauses::add, errors).run(List.of(args));
  }

  private String shown() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The busy agent after some seconds, with ten requests admitted and two rejected per second. */
  private static Map<String, String> view(int seconds) {
    Snapshot busy = SampleSnapshot.busy();
    List<RuleFigures> rules = new ArrayList<>(busy.rules());
    RuleFigures login = rules.get(0);
    Map<Outcome, Long> requests = new EnumMap<>(login.requests());
    requests.merge(Outcome.ADMITTED, 10L * seconds, Long::sum);
    requests.merge(Outcome.REJECTED, 2L * seconds, Long::sum);
    rules.set(
        0,
        new RuleFigures(
            login.direction(),
            login.name(),
            login.limits(),
            login.inFile(),
            login.mode(),
            login.switchedBy(),
            requests,
            login.retryAfterSeconds(),
            login.remainingShare(),
            login.waitSeconds(),
            login.held(),
            login.liveKeys(),
            login.lastMatchedMillis()));
    // The third view comes one second after the second, but its counts are of two seconds.
    long takenAt = busy.takenAtMillis() + 1000L * Math.min(seconds, 2);
    Snapshot snapshot =
        new Snapshot(
            takenAt,
            busy.startedAtMillis(),
            busy.version(),
            busy.setting(),
            rules,
            busy.inbound(),
            busy.outbound(),
            busy.hooks(),
            busy.limited(),
            busy.shadow(),
            busy.store(),
            busy.reloads(),
            busy.switches(),
            busy.suppressedErrors());
    return Map.of(StatusProperties.SNAPSHOT, SnapshotText.of(snapshot));
  }
}
