package dev.penstock.cli.jvm;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.operator.CommandReply;
import dev.penstock.operator.StatusProperties;
import java.io.PrintStream;
import java.util.List;
import java.util.Properties;

/** Commands that ask one JVM, once. */
public final class JvmCommand {
  private static final String NOT_THERE = "Penstock is not in this JVM";
  private static final List<String> MODES = List.of("off", "shadow", "enforce", "file");

  private final Jvms jvms;
  private final PrintStream out;
  private final PrintStream err;

  public JvmCommand(Jvms jvms, PrintStream out, PrintStream err) {
    this.jvms = jvms;
    this.out = out;
    this.err = err;
  }

  /** What the agent is doing; nothing is loaded for it. */
  public ExitCode status(List<String> args) throws UsageException {
    expect(args, 1, "`status` takes the process id of a JVM");
    try (Jvm jvm = jvms.reach(pid(args))) {
      Properties notices = jvm.notices();
      out.print(notices.getProperty(StatusProperties.STATUS, NOT_THERE + "\n"));
      return ExitCode.FINE;
    } catch (UnreachableException e) {
      return e.printTo(err);
    }
  }

  /** Switches all rules, or one. */
  public ExitCode mode(List<String> args) throws UsageException {
    boolean one = args.size() == 4 && args.get(2).equals("--rule");
    if (!one) {
      expect(args, 2, "`mode` takes a process id, a mode, and maybe `--rule NAME`");
    }
    String mode = args.get(1);
    if (!MODES.contains(mode)) {
      throw new UsageException(
          "unknown mode `" + mode + "`: there are " + String.join(", ", MODES));
    }
    return ask(pid(args), one ? List.of("mode", mode, args.get(3)) : List.of("mode", mode));
  }

  /** Looks after one client, or forgives it: {@code peek} or {@code reset}. */
  public ExitCode client(String command, List<String> args) throws UsageException {
    expect(args, 3, "`" + command + "` takes a process id, a rule and a key such as user=42");
    return ask(pid(args), List.of(command, args.get(1), args.get(2)));
  }

  /** Tells where the console is, and what lets one in. */
  public ExitCode console(List<String> args) throws UsageException {
    expect(args, 1, "`console` takes the process id of a JVM");
    return ask(pid(args), List.of("console"));
  }

  /** Sends a command, and prints what comes back. */
  ExitCode ask(String pid, List<String> words) throws UsageException {
    for (String word : words) {
      if (word.indexOf('\n') >= 0) {
        throw new UsageException("an argument has at most one line");
      }
    }
    try (Jvm jvm = jvms.reach(pid)) {
      CommandReply reply = jvm.ask(String.join("\n", words));
      if (reply.fine()) {
        out.print(reply.text());
        return ExitCode.FINE;
      }
      err.print("error: " + reply.text());
      return ExitCode.PROBLEMS;
    } catch (UnreachableException e) {
      return e.printTo(err);
    }
  }

  private static void expect(List<String> args, int count, String otherwise) throws UsageException {
    if (args.size() != count) {
      throw new UsageException(otherwise);
    }
  }

  /** The first argument, if it can be the number of a process. */
  static String pid(List<String> args) throws UsageException {
    String pid = args.get(0);
    if (!pid.matches("[1-9][0-9]{0,9}")) {
      throw new UsageException("`" + pid + "` is not a process id");
    }
    return pid;
  }
}
