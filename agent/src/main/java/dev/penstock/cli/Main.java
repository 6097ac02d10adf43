package dev.penstock.cli;

import dev.penstock.cli.explain.ExplainCommand;
import dev.penstock.cli.jvm.AttachCommand;
import dev.penstock.cli.jvm.AttachedJvms;
import dev.penstock.cli.jvm.JvmCommand;
import dev.penstock.cli.jvm.Jvms;
import dev.penstock.cli.jvm.PsCommand;
import dev.penstock.cli.jvm.TerminalScreen;
import dev.penstock.cli.jvm.TopCommand;
import dev.penstock.cli.simulate.SimulateCommand;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** The command line: {@code java -jar penstock.jar COMMAND}. */
public final class Main {
  static final String USAGE =
      """
      usage: java -jar penstock.jar COMMAND

      commands
        init [FILE]             write a commented rules file to start with (penstock.yaml)
        validate FILE           list everything that is wrong with a rules file
        explain FILE REQUEST    tell which rules are for a request, with which keys, and why;
                                one with a whole URL is a call that the application makes
        simulate                play rules, and a candidate beside them, over an access log
        report LOG...           tell what a candidate would change, from what its shadow has logged
        ps                      list running JVMs, and which of them have the agent
        attach PID              bring the agent into a running JVM, or other rules to it
        status PID              tell what the agent is doing in a running JVM
        top PID                 show what it does as it goes on, until Ctrl-C
        mode PID MODE           switch all rules, or one, to off, shadow or enforce, until `mode PID file`
        peek PID RULE KEY       tell what a client has left; its key as explain writes it: user=42
        reset PID RULE KEY      forgive a client what it has spent
        console PID             print the address of the console, with what lets one in
        schema                  print the JSON Schema of rules files, for editors
        version                 print the version
        help                    print this text

      options of explain
        -H 'NAME: VALUE'        a header of the request; for several, several times
        -d NAME=VALUE           a field of the form in its body, if it comes in
        --user NAME             whom the server takes the caller for, if it comes in
        --ip ADDRESS            where the request comes from (127.0.0.1), if it comes in

      options of simulate
        --rules FILE            the rules file
        --candidate FILE        what is to take its place some day; otherwise what it has in shadow
        --log FILE              an access log, maybe packed with gzip, or `-` for standard input; for
                                several, several times, oldest first
        --format FORMAT         combined, common or jsonl; otherwise what the first lines look like
        --decisions FILE        write each decision as a line of JSON; `-` for standard output
        --html FILE             write the comparison as a page with charts
        --key 'user=42'         tell what becomes of this client; for several, several times
        --show-keys             show all clients in clear, not as hashes

      options of report
        --html FILE             write it as a page with charts, too
        --key 'user=42'         tell what would change for this client; for several, several times
        --secret-env NAME       the variable with the secret that clients are hashed with, if any
        --threshold 2%          how many calls may diverge; as in the rules file if not given
        --min-requests N        how many calls have to be seen
        --min-duration 24h      how long they have to be watched
        --cutover FILE          print this rules file with the candidate in force, and nothing else

      options of attach, top and mode
        --rules FILE            the rules file (attach)
        --shadow FILE           the file that it is to be compared with, if any (attach)
        --every 1s              how often to look (top)
        --once                  one look is enough (top)
        --rule NAME             the only rule to be switched (mode)

      examples
        java -jar penstock.jar init
        java -jar penstock.jar validate penstock.yaml
        java -jar penstock.jar explain penstock.yaml 'GET /api/users?page=2' -H 'X-API-Key: k1'
        java -jar penstock.jar explain penstock.yaml 'POST https://api.example.org/v1/charges'
        java -jar penstock.jar simulate --rules penstock.yaml --candidate next.yaml --log access.log
        java -jar penstock.jar report divergence.jsonl --html report.html --key 'user=42'
        java -jar penstock.jar attach 4711 --rules penstock.yaml
        java -jar penstock.jar mode 4711 off

      exit codes: 0 fine, 1 problems found, 2 wrong usage
      """;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err).code());
  }

  /** Runs a command without ending the JVM. */
  public static ExitCode run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      err.print(USAGE);
      return ExitCode.USAGE;
    }
    try {
      return run(args[0], Arrays.asList(args).subList(1, args.length), out, err);
    } catch (UsageException e) {
      err.println("error: " + e.getMessage());
      err.println("`java -jar penstock.jar help` tells how to use it");
      return ExitCode.USAGE;
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static ExitCode run(String command, List<String> args, PrintStream out, PrintStream err)
      throws UsageException {
    return switch (command) {
      case "init" -> InitCommand.run(args, out, err);
      case "validate" -> ValidateCommand.run(args, out);
      case "explain" -> ExplainCommand.run(args, System::getenv, out);
      case "simulate" -> SimulateCommand.run(args, System.in, out, err);
      case "report" -> ReportCommand.run(args, out, err);
      case "schema" -> print(Resources.schema(), args, out);
      case "version", "--version" -> print("penstock " + Resources.version() + "\n", args, out);
      case "help", "--help", "-h" -> print(USAGE, args, out);
      default -> runOn(new AttachedJvms(), command, args, out, err);
    };
  }

  /** Those that ask running JVMs. */
  static ExitCode runOn(
      Jvms jvms, String command, List<String> args, PrintStream out, PrintStream err)
      throws UsageException {
    return switch (command) {
      case "ps" -> PsCommand.run(args, jvms, out, err);
      case "attach" -> AttachCommand.run(args, jvms, out, err);
      case "status" -> new JvmCommand(jvms, out, err).status(args);
      case "top" -> new TopCommand(jvms, TerminalScreen.of(out), Thread::sleep, err).run(args);
      case "mode" -> new JvmCommand(jvms, out, err).mode(args);
      case "peek", "reset" -> new JvmCommand(jvms, out, err).client(command, args);
      case "console" -> new JvmCommand(jvms, out, err).console(args);
      default -> throw new UsageException("unknown command `" + command + "`");
    };
  }

  private static ExitCode print(String text, List<String> args, PrintStream out)
      throws UsageException {
    if (!args.isEmpty()) {
      throw new UsageException("`" + args.get(0) + "` is one argument too many");
    }
    out.print(text);
    return ExitCode.FINE;
  }
}
