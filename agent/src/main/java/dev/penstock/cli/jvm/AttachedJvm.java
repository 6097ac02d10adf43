package dev.penstock.cli.jvm;

import dev.penstock.operator.CommandReply;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A JVM that Java's attach interface has led to. */
final class AttachedJvm implements Jvm {
  /*
   * A command travels in a file that nobody else can read, and its answer comes back in the same: the
   * attach interface of older Javas has room for a thousand bytes or so, and none for an answer. To
   * have it read, the agent's jar is loaded once more; it finds that it is there already. Loading
   * returns at once, since the thread that loads is the one that answers jcmd and jstack; the reply
   * comes later, and is there as soon as the file starts with one.
   */
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final long POLL_MILLIS = 10;

  private final RunningProcess process;
  private final Class<?> type;
  private final Object machine;

  AttachedJvm(RunningProcess process, Class<?> type, Object machine) {
    this.process = process;
    this.type = type;
    this.machine = machine;
  }

  @Override
  public Properties notices() throws UnreachableException {
    try {
      return (Properties) type.getMethod("getAgentProperties").invoke(machine);
    } catch (InvocationTargetException failed) {
      throw new UnreachableException(
          process.isThere()
              ? process + " does not answer: " + UnreachableException.why(failed)
              : process + " is gone",
          "");
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public CommandReply ask(String request) throws UnreachableException {
    process.expectSameFiles();
    try {
      Path file = Files.createTempFile("penstock", ".command");
      try {
        Files.writeString(file, request);
        process.makeOwnerOf(file);
        load("command=" + file);
        CommandReply reply = awaitReply(file);
        return reply == null ? noReply() : reply;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UnreachableException("cannot leave a command in a file: " + e, "");
    }
  }

  private @Nullable CommandReply awaitReply(Path file) throws IOException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    CommandReply reply = replyIn(file);
    try {
      while (reply == null && System.nanoTime() < deadline && process.isThere()) {
        Thread.sleep(POLL_MILLIS);
        reply = replyIn(file);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return reply;
  }

  private static @Nullable CommandReply replyIn(Path file) throws IOException {
    return CommandReply.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
  }

  private CommandReply noReply() {
    return CommandReply.problem(
        process + " has not replied within a minute: its stderr may say why\n");
  }

  private void load(String argument) throws UnreachableException {
    try {
      type.getMethod("loadAgent", String.class, String.class)
          .invoke(machine, ownJar().getPath(), argument);
    } catch (InvocationTargetException refused) {
      throw refused(UnreachableException.why(refused));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private UnreachableException refused(String why) {
    if (why.contains("Dynamic agent loading is not enabled")) {
      return new UnreachableException(
          process + " lets no agents in: it was started with -XX:-EnableDynamicAgentLoading",
          "start it with -javaagent:penstock.jar; `ps`, `status` and `top` work then, the rules file"
              + " is read again when it changes, and `console:` in it opens a page with all switches");
    }
    return new UnreachableException(
        process + " could not load " + ownJar() + ": " + why,
        "can the user who runs it read that file?");
  }

  /** The jar that this was started from. */
  private static File ownJar() {
    return new File(System.getProperty("java.class.path", "")).getAbsoluteFile();
  }

  @Override
  public void close() {
    try {
      type.getMethod("detach").invoke(machine);
    } catch (ReflectiveOperationException gone) {
      // Then there is nothing to take leave of.
    }
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
