package dev.penstock.it.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A JFR recording of another JVM. */
final class FlightRecording {
  /** The agent looks for a recording twice a second. A busy machine needs more. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Jdk jdk;
  private final RunningApp app;

  private FlightRecording(Jdk jdk, RunningApp app) {
    this.jdk = jdk;
    this.app = app;
  }

  /** Starts a recording and waits until the agent has written the event about the active rules. */
  static FlightRecording record(TestTarget target, RunningApp app) {
    FlightRecording flight = new FlightRecording(target.jdk(), app);
    flight.run("jcmd", Long.toString(app.pid()), "JFR.start", "name=test");
    flight.await("Reload", "inForce = true");
    return flight;
  }

  /** Waits for an event of this kind with these words, and returns all events of the kind. */
  String await(String kind, String words) {
    boolean there = Await.within(TIMEOUT, () -> events(kind).contains(words));
    String events = events(kind);
    assertThat(there).as("no %s with %s in: %s %s", kind, words, events, app.output()).isTrue();
    return events;
  }

  /** All events of a kind so far, printed by the tool {@code jfr}. */
  private String events(String kind) {
    Path file = app.folder().resolve("flight.jfr");
    run("jcmd", Long.toString(app.pid()), "JFR.dump", "name=test", "filename=" + file);
    return String.join("\n", run("jfr", "print", "--events", "dev.penstock." + kind, "" + file));
  }

  private List<String> run(String tool, String... words) {
    String[] command =
        Stream.concat(Stream.of(jdk.tool(tool).toString()), Stream.of(words))
            .toArray(String[]::new);
    CommandLine.Ended ended = CommandLine.of(command).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return ended.lines();
  }
}
