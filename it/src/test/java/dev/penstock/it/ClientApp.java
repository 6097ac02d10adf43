package dev.penstock.it;

import java.time.Duration;
import java.util.List;

/** A running application that makes HTTP calls on command. */
final class ClientApp implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RunningApp app;
  private int asked;

  ClientApp(RunningApp app) {
    this.app = app;
  }

  /** The answer to a command. */
  String ask(String command) {
    return ask(command, PATIENCE);
  }

  /** The answer to a command that may take this long. */
  synchronized String ask(String command, Duration patience) {
    app.say(command);
    // The first line is READY; each command adds one line.
    int line = ++asked;
    if (!Await.within(patience, () -> app.stdout().size() > line || !app.isAlive())
        || app.stdout().size() <= line) {
      throw new AssertionError("no answer to: " + command + "\n" + app.said());
    }
    return app.stdout().get(line);
  }

  /** The names of its clients. */
  List<String> clients() {
    return List.of(ask("clients").split(" ", -1));
  }

  /** The process of the application. */
  RunningApp app() {
    return app;
  }

  @Override
  public void close() {
    app.close();
  }

  @Override
  public String toString() {
    return app.toString();
  }
}
