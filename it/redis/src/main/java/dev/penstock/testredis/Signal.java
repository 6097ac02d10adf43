package dev.penstock.testredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A signal that pauses or resumes a process. */
enum Signal {
  /** Pauses the process. */
  STOP,
  /** Resumes the process. */
  CONT;

  /** Sends the signal and waits until the process has changed its state, as far as visible. */
  void sendTo(Process process) {
    if (!process.isAlive()) {
      throw new IllegalStateException("process " + process.pid() + " is not alive");
    }
    try {
      // Uses the kill command of the shell, because some machines have no kill program.
      ProgramRun.Ended ended =
          ProgramRun.run(List.of("sh", "-c", "kill -" + name() + " " + process.pid()));
      if (ended.exitCode() != 0) {
        throw new IllegalStateException("no " + this + ": " + ended.output());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A process on another core can still reply shortly after kill has returned.
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    if (Files.exists(stat)) {
      Polling.until(
          "the process has changed its state after " + this,
          () -> isStopped(stat) == (this == STOP));
    }
  }

  /** The state is the letter after the program's name, which is in parentheses. */
  private static boolean isStopped(Path stat) {
    try {
      String text = Files.readString(stat, StandardCharsets.UTF_8);
      return text.startsWith("T", text.lastIndexOf(')') + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
