package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.RunningApp;
import java.time.Duration;
import java.util.List;

/** A running application that makes HTTP calls on command. */
public final class RunningClientApp implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final RunningApp app;
  private int asked;

  RunningClientApp(RunningApp app) {
    this.app = app;
  }

  /** The answer to a command. */
  public String execute(String command) {
    return execute(command, TIMEOUT);
  }

  /** The answer to a command that may take this long. */
  public synchronized String execute(String command, Duration timeout) {
    app.sendLine(command);
    // The first line is READY; each command adds one line.
    int line = ++asked;
    if (!Await.within(timeout, () -> app.stdout().size() > line || !app.isAlive())
        || app.stdout().size() <= line) {
      throw new AssertionError("no answer to: " + command + "\n" + app.output());
    }
    return app.stdout().get(line);
  }

  /** The names of its clients. */
  public List<String> clients() {
    return List.of(execute("clients").split(" ", -1));
  }

  /** The process of the application. */
  public RunningApp app() {
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
