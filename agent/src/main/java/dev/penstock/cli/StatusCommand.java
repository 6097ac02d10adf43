package dev.penstock.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Asks the agent in a running JVM what it is doing. */
final class StatusCommand {
  /*
   * The way in is the attach interface: the agent's jar is loaded once more, finds that it is there
   * already, and writes its answer to a file that was made for it. The module is part of a JDK but
   * not of every runtime, and belongs to a loader that ours does not see.
   */
  private StatusCommand() {}

  static ExitCode run(List<String> args, PrintStream out) throws UsageException {
    if (args.size() != 1) {
      throw new UsageException("status needs the process id of a JVM");
    }
    String pid = args.get(0);
    try {
      Path answer = Files.createTempFile("penstock", ".status");
      try {
        ask(pid, answer);
        out.print(Files.readString(answer));
      } finally {
        Files.deleteIfExists(answer);
      }
      return ExitCode.FINE;
    } catch (InvocationTargetException refused) {
      Throwable why = refused.getCause();
      out.println(
          "error: JVM " + pid + " cannot be asked: " + (why == null ? "" : why.getMessage()));
    } catch (ReflectiveOperationException incomplete) {
      out.println("error: this Java has no jdk.attach module; use the `java` of a JDK");
    } catch (IOException e) {
      out.println("error: " + e.getMessage());
    }
    return ExitCode.PROBLEMS;
  }

  private static void ask(String pid, Path answer) throws ReflectiveOperationException {
    Class<?> type =
        ClassLoader.getSystemClassLoader().loadClass("com.sun.tools.attach.VirtualMachine");
    Object jvm = type.getMethod("attach", String.class).invoke(null, pid);
    try {
      type.getMethod("loadAgent", String.class, String.class)
          .invoke(jvm, ownJar().getPath(), "status=" + answer);
    } finally {
      type.getMethod("detach").invoke(jvm);
    }
  }

  /** The jar that this was started from. */
  private static File ownJar() {
    return new File(System.getProperty("java.class.path", "")).getAbsoluteFile();
  }
}
