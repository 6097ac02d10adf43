package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.operator.CommandReply;
import dev.penstock.operator.StatusProperties;
import java.io.PrintStream;
import java.util.List;
import java.util.Properties;

/** The commands that send one request to one JVM: status, mode, peek, reset and console. */
public final class JvmCommand {
  private static final String NOT_ATTACHED = "Penstock is not attached to this JVM";
  private static final List<String> MODES = List.of("off", "shadow", "enforce", "file");

  private final Jvms jvms;
  private final PrintStream out;
  private final PrintStream err;

  public JvmCommand(Jvms jvms, PrintStream out, PrintStream err) {
    this.jvms = jvms;
    this.out = out;
    this.err = err;
  }

  /** Prints the status of the agent, without loading anything into the JVM. */
  public ExitCode status(List<String> args) throws UsageException {
    expect(args, 1, "`status` needs the process id of a JVM");
    try (Jvm jvm = jvms.connect(pid(args))) {
      Properties properties = jvm.properties();
      out.print(properties.getProperty(StatusProperties.STATUS, NOT_ATTACHED + "\n"));
      return ExitCode.SUCCESS;
    } catch (UnreachableException e) {
      return e.printTo(err);
    }
  }

  /** Switches the mode of all rules, or of one. */
  public ExitCode mode(List<String> args) throws UsageException {
    boolean one = args.size() == 4 && args.get(2).equals("--rule");
    if (!one) {
      expect(args, 2, "`mode` needs a process id and a mode; `--rule NAME` is optional");
    }
    String mode = args.get(1);
    if (!MODES.contains(mode)) {
      throw new UsageException(
          "unknown mode `" + mode + "`; use one of " + String.join(", ", MODES));
    }
    return send(pid(args), one ? List.of("mode", mode, args.get(3)) : List.of("mode", mode));
  }

  /** Shows or clears the counts of one client: {@code peek} or {@code reset}. */
  public ExitCode client(String command, List<String> args) throws UsageException {
    expect(args, 3, "`" + command + "` needs a process id, a rule and a key such as user=42");
    return send(pid(args), List.of(command, args.get(1), args.get(2)));
  }

  /** Prints the URL of the console with its access token. */
  public ExitCode console(List<String> args) throws UsageException {
    expect(args, 1, "`console` needs the process id of a JVM");
    return send(pid(args), List.of("console"));
  }

  /** Sends a command and prints the reply. */
  ExitCode send(String pid, List<String> words) throws UsageException {
    for (String word : words) {
      if (word.indexOf('\n') >= 0) {
        throw new UsageException("an argument must not contain line breaks");
      }
    }
    try (Jvm jvm = jvms.connect(pid)) {
      CommandReply reply = jvm.send(String.join("\n", words));
      if (reply.fine()) {
        out.print(reply.text());
        return ExitCode.SUCCESS;
      }
      err.print("error: " + reply.text());
      return ExitCode.PROBLEMS;
    } catch (UnreachableException e) {
      return e.printTo(err);
    }
  }

  private static void expect(List<String> args, int count, String message) throws UsageException {
    if (args.size() != count) {
      throw new UsageException(message);
    }
  }

  /** The first argument, which must be a process id. */
  static String pid(List<String> args) throws UsageException {
    String pid = args.get(0);
    if (!pid.matches("[1-9][0-9]{0,9}")) {
      throw new UsageException("`" + pid + "` is not a process id");
    }
    return pid;
  }
}
