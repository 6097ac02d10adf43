package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The flight recorder of another JVM, at work since this was made. */
final class Flight {
  /** The agent looks for a recorder twice a second; a busy machine gets some more. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Jdk jdk;
  private final RunningApp app;

  private Flight(Jdk jdk, RunningApp app) {
    this.jdk = jdk;
    this.app = app;
  }

  /** Starts recording, and waits until the agent has joined in: it then says what is in force. */
  static Flight record(Stage stage, RunningApp app) {
    Flight flight = new Flight(stage.jdk(), app);
    flight.run("jcmd", Long.toString(app.pid()), "JFR.start", "name=test");
    flight.await("Reload", "inForce = true");
    return flight;
  }

  /** Waits for an event of this kind that has these words in it, and gives all of that kind. */
  String await(String kind, String words) {
    boolean there = Await.within(PATIENCE, () -> events(kind).contains(words));
    String events = events(kind);
    assertThat(there).as("no %s with %s in: %s %s", kind, words, events, app.said()).isTrue();
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
    Command.Ended ended = Command.of(command).run(app.folder());
    assertThat(ended.exitCode()).as(ended.toString()).isZero();
    return ended.lines();
  }
}
