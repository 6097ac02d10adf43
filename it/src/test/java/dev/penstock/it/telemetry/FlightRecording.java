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

/** The flight recorder of another JVM, at work since this was made. */
final class FlightRecording {
  /** The agent looks for a recorder twice a second; a busy machine gets some more. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Jdk jdk;
  private final RunningApp app;

  private FlightRecording(Jdk jdk, RunningApp app) {
    this.jdk = jdk;
    this.app = app;
  }

  /** Starts recording, and waits until the agent has joined in: it then says what is in force. */
  static FlightRecording record(TestTarget target, RunningApp app) {
    FlightRecording flight = new FlightRecording(target.jdk(), app);
    flight.run("jcmd", Long.toString(app.pid()), "JFR.start", "name=test");
    flight.await("Reload", "inForce = true");
    return flight;
  }

  /** Waits for an event of this kind that has these words in it, and gives all of that kind. */
  String await(String kind, String words) {
    boolean there = Await.within(TIMEOUT, () -> events(kind).contains(words));
    String events = events(kind);
    assertThat(there).as("no %s with %s in: %s %s", kind, words, events, app.output()).isTrue();
    return events;
  }

  /** All events of a kind so far, as the JDK's own tool shows them. */
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
