package dev.penstock.testredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a process can be told from outside, whether it listens or not. */
enum Signal {
  /** Stay where you are. */
  STOP,
  /** Go on. */
  CONT;

  /** Returns when the process has obeyed, as far as that can be seen from here. */
  void sendTo(Process process) {
    if (!process.isAlive()) {
      throw new IllegalStateException("process " + process.pid() + " is not alive");
    }
    try {
      // The shell has a kill of its own; not every machine has one as a program.
      Command.Ended ended =
          Command.run(List.of("sh", "-c", "kill -" + name() + " " + process.pid()));
      if (ended.exitCode() != 0) {
        throw new IllegalStateException("no " + this + ": " + ended.output());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A process that runs on another core can still answer something after kill has returned.
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    if (Files.exists(stat)) {
      Patience.until("the process obeys " + this, () -> isStopped(stat) == (this == STOP));
    }
  }

  /** The state is the letter after the program's name, which stands in parentheses. */
  private static boolean isStopped(Path stat) {
    try {
      String text = Files.readString(stat, StandardCharsets.UTF_8);
      return text.startsWith("T", text.lastIndexOf(')') + 2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
