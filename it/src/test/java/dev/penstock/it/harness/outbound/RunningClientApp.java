package dev.penstock.it.harness.outbound;

import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.RunningApp;
import java.time.Duration;
import java.util.List;

/** A running application that makes HTTP calls on command. */
public final class RunningClientApp implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final RunningApp app;
  private int commandsSent;

  RunningClientApp(RunningApp app) {
    this.app = app;
  }

  /** Sends a command and returns the line that the application prints for it. */
  public String execute(String command) {
    return execute(command, TIMEOUT);
  }

  /** Sends a command and waits at most this long for its line. */
  public synchronized String execute(String command, Duration timeout) {
    app.sendLine(command);
    // The first line of the output is READY. Each command adds one line.
    int line = ++commandsSent;
    if (!Await.within(timeout, () -> app.stdout().size() > line || !app.isAlive())
        || app.stdout().size() <= line) {
      throw new AssertionError("no output for: " + command + "\n" + app.output());
    }
    return app.stdout().get(line);
  }

  /** The names of the HTTP clients in the application. */
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
