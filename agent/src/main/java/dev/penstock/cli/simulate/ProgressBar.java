package dev.penstock.cli.simulate;

import dev.penstock.shadow.simulate.SimulationProgress;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Shows the progress of a simulation in one line of a terminal. */
final class ProgressBar implements SimulationProgress, AutoCloseable {
  private static final long EVERY_NANOS = 200_000_000;
  private static final double SECOND_NANOS = 1e9;
  private static final String STDERR = "/proc/self/fd/2";

  private final PrintStream terminal;
  private final long allBytes;
  private final LongSupplier nanoClock;
  private final long startNanos;
  private long shownNanos;
  private int width;

  /**
   * Creates a bar.
   *
   * @param allBytes how many bytes are to be read; 0 if unknown
   */
  ProgressBar(PrintStream terminal, long allBytes, LongSupplier nanoClock) {
    this.terminal = terminal;
    this.allBytes = allBytes;
    this.nanoClock = nanoClock;
    startNanos = nanoClock.getAsLong();
    shownNanos = startNanos;
  }

  /** A bar for these logs; null if standard error is not a terminal. */
  @SuppressWarnings(
      "SystemConsoleNull") // since Java 22 it may be non-null without a terminal; isTerminal()
  // checks
  static @Nullable ProgressBar on(PrintStream err, List<String> logs) {
    if (!err.equals(System.err) || System.console() == null || !isTerminal()) {
      return null;
    }
    long bytes = 0;
    for (String log : logs) {
      if (log.equals(SimulateOptions.STANDARD_STREAM)) {
        return new ProgressBar(err, /* allBytes= */ 0, System::nanoTime);
      }
      bytes += new File(log).length();
    }
    return new ProgressBar(err, bytes, System::nanoTime);
  }

  /** Asks the system, because Java does not know; false if it is unknown. */
  private static boolean isTerminal() {
    try {
      String target = Files.readSymbolicLink(Path.of(STDERR)).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
      return false;
    }
  }

  @Override
  public void at(long bytes, long lines) {
    long now = nanoClock.getAsLong();
    if (now - shownNanos < EVERY_NANOS) {
      return;
    }
    shownNanos = now;
    show(text(bytes, lines, (now - startNanos) / SECOND_NANOS));
  }

  private String text(long bytes, long lines, double seconds) {
    String speed = String.format(Locale.ROOT, "%,.0f lines/s", lines / seconds);
    if (allBytes <= 0) {
      return String.format(Locale.ROOT, "%,d lines, %s", lines, speed);
    }
    double share = Math.min(1, bytes / (double) allBytes);
    long left = Math.round(seconds * (1 - share) / Math.max(share, 1e-9));
    return String.format(
        Locale.ROOT,
        "%3.0f %%, %s, %s left",
        100 * share,
        speed,
        left < 100 ? left + " s" : left / 60 + " min");
  }

  private void show(String text) {
    terminal.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
    terminal.flush();
    width = text.length();
  }

  /** Erases the line. */
  @Override
  public void close() {
    if (width > 0) {
      show("");
      terminal.print("\r");
      terminal.flush();
    }
  }
}
