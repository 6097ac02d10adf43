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

/** A JVM that is connected through the attach API of Java. */
final class AttachedJvm implements Jvm {
  /*
   * A command is written to a file that only its owner can read, and the reply is written to the
   * same file: the attach API of older Java versions accepts about a thousand bytes and returns no
   * reply. Loading the jar of the agent once more makes the running agent read the file. Loading
   * returns at once, because the thread that loads also serves jcmd and jstack. The reply follows
   * later: it is complete as soon as the file starts with the mark of a reply.
   */
  private static final long REPLY_TIMEOUT_NANOS = 60_000_000_000L;
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
  public Properties properties() throws UnreachableException {
    try {
      return (Properties) type.getMethod("getAgentProperties").invoke(machine);
    } catch (InvocationTargetException failed) {
      throw new UnreachableException(
          process.isAlive()
              ? process + " does not respond: " + UnreachableException.why(failed)
              : process + " has ended",
          "");
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public CommandReply send(String request) throws UnreachableException {
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
      throw new UnreachableException("cannot write the command to a temporary file: " + e, "");
    }
  }

  private @Nullable CommandReply awaitReply(Path file) throws IOException {
    long deadline = System.nanoTime() + REPLY_TIMEOUT_NANOS;
    CommandReply reply = replyIn(file);
    try {
      while (reply == null && System.nanoTime() < deadline && process.isAlive()) {
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
    return CommandReply.problem(process + " did not reply within a minute; check its stderr\n");
  }

  private void load(String argument) throws UnreachableException {
    try {
      type.getMethod("loadAgent", String.class, String.class)
          .invoke(machine, ownJar().getPath(), argument);
    } catch (InvocationTargetException failed) {
      throw cannotLoad(UnreachableException.why(failed));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private UnreachableException cannotLoad(String why) {
    if (why.contains("Dynamic agent loading is not enabled")) {
      return new UnreachableException(
          process + " does not load agents: it was started with -XX:-EnableDynamicAgentLoading",
          "start it with -javaagent:penstock.jar; then `ps`, `status` and `top` work, changes of"
              + " the rules file are applied, and `console:` in it enables a page with all"
              + " switches");
    }
    return new UnreachableException(
        process + " cannot load " + ownJar() + ": " + why,
        "make sure that the user of that process can read the file");
  }

  /** The jar that this command was started from. */
  private static File ownJar() {
    return new File(System.getProperty("java.class.path", "")).getAbsoluteFile();
  }

  @Override
  public void close() {
    try {
      type.getMethod("detach").invoke(machine);
    } catch (ReflectiveOperationException gone) {
      // The JVM has ended, so the connection is closed.
    }
  }

  @Override
  public String toString() {
    return process.toString();
  }
}
