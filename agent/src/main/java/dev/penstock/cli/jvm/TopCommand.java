package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.operator.SnapshotText;
import dev.penstock.operator.StatusProperties;
import dev.penstock.telemetry.Snapshot;
import java.io.PrintStream;
import java.util.List;

/** The {@code top} command: shows what the agent in a JVM does, and refreshes it. */
public final class TopCommand {
  /** Waits between two views; tests replace it. */
  public interface Pause {
    void millis(long millis) throws InterruptedException;
  }

  private final Jvms jvms;
  private final TerminalScreen screen;
  private final Pause pause;
  private final PrintStream err;

  public TopCommand(Jvms jvms, TerminalScreen screen, Pause pause, PrintStream err) {
    this.jvms = jvms;
    this.screen = screen;
    this.pause = pause;
    this.err = err;
  }

  public ExitCode run(List<String> args) throws UsageException {
    TopOptions options = TopOptions.of(args);
    try (Jvm jvm = jvms.connect(options.pid())) {
      watch(jvm, options);
      return ExitCode.SUCCESS;
    } catch (UnreachableException e) {
      screen.close();
      return e.printTo(err);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return ExitCode.SUCCESS;
    } finally {
      screen.close();
    }
  }

  private void watch(Jvm jvm, TopOptions options)
      throws UnreachableException, InterruptedException {
    TopView view = new TopView(options.pid(), screen.charset());
    view.add(snapshotOf(jvm));
    do {
      pause.millis(options.everyMillis());
      view.add(snapshotOf(jvm));
      screen.show(view.lines());
    } while (!options.once());
  }

  private static Snapshot snapshotOf(Jvm jvm) throws UnreachableException {
    String text = jvm.properties().getProperty(StatusProperties.SNAPSHOT);
    if (text == null) {
      throw new UnreachableException(
          "Penstock is not attached to this JVM", "run `attach PID --rules FILE` first");
    }
    try {
      return SnapshotText.read(text);
    } catch (IllegalArgumentException otherVersion) {
      throw new UnreachableException(
          otherVersion.getMessage(), "use the penstock.jar that is attached to it");
    }
  }
}
