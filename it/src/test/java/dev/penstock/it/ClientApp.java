package dev.penstock.it;

import java.time.Duration;

/** A running application that calls others when it is told to. */
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

  /** The answer to a command that may take as long as this. */
  synchronized String ask(String command, Duration patience) {
    app.say(command);
    // The first line was READY; since then, each command was given one.
    int line = ++asked;
    if (!Await.within(patience, () -> app.stdout().size() > line || !app.isAlive())
        || app.stdout().size() <= line) {
      throw new AssertionError("no answer to: " + command + "\n" + app.said());
    }
    return app.stdout().get(line);
  }

  /** The application itself, for what it says and how it ends. */
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
