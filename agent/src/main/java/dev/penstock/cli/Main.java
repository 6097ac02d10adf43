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

/** The command line interface: {@code java -jar penstock.jar COMMAND}. */
public final class Main {
  static final String USAGE =
      """
      Usage: java -jar penstock.jar COMMAND [OPTIONS]

      Rules files and logs:
        init [FILE]             create a commented rules file (default: penstock.yaml)
        validate FILE           check a rules file and list all problems
        explain FILE REQUEST    show which rules apply to a request, with which keys, and why;
                                a REQUEST with a full URL is an outbound call
        simulate                replay an access log through rules and a candidate
        report LOG...           show what a candidate would change, from its divergence log
        schema                  print the JSON Schema of rules files, for editors

      Running JVMs:
        ps                      list the JVMs and whether Penstock is attached
        attach PID              attach Penstock to a JVM, or load other rules
        status PID              show the rules, hooks and stores of a JVM
        top PID                 show live request rates until Ctrl-C
        mode PID MODE           switch rules to off, shadow or enforce; `file` resets them
        peek PID RULE KEY       show what a client has left; KEY as in `explain`, such as user=42
        reset PID RULE KEY      clear the counts of a client
        console PID             print the URL of the console with its access token

      Other:
        version                 print the version
        help                    print this text

      Options of explain:
        -H 'NAME: VALUE'        add a request header (repeatable)
        -d NAME=VALUE           add a form field, for inbound requests (repeatable)
        --user NAME             the authenticated user, for inbound requests
        --ip ADDRESS            the remote address, for inbound requests (default: 127.0.0.1)

      Options of simulate:
        --rules FILE            the rules file (required)
        --log FILE              an access log, plain or gzip, or `-` for standard input (required;
                                repeatable, oldest first)
        --candidate FILE        the rules to compare with (default: what FILE has in shadow)
        --format FORMAT         combined, common or jsonl (default: detected from the first lines)
        --decisions FILE        write each decision as a line of JSON; `-` for standard output
        --html FILE             write the comparison as an HTML page with charts
        --key KEY               show the counts of this client, such as user=42 (repeatable)
        --show-keys             show clients by key instead of by hash

      Options of report:
        --html FILE             also write the report as an HTML page with charts
        --key KEY               show what would change for this client, such as user=42 (repeatable)
        --secret-env NAME       the environment variable with the secret of client hashes
        --threshold 2%          the allowed share of diverging calls (default: from the rules file)
        --min-requests N        the required number of calls (default: from the rules file)
        --min-duration 24h      the required duration (default: from the rules file)
        --cutover FILE          print this rules file with the candidate enforced, and nothing else

      Options of attach:
        --rules FILE            the rules file (required)
        --shadow FILE           a candidate to compare with the rules

      Options of top:
        --every 1s              the refresh interval
        --once                  show one interval and exit

      Options of mode:
        --rule NAME             switch only this rule

      Examples:
        java -jar penstock.jar init
        java -jar penstock.jar validate penstock.yaml
        java -jar penstock.jar explain penstock.yaml 'GET /api/users?page=2' -H 'X-API-Key: k1'
        java -jar penstock.jar explain penstock.yaml 'POST https://api.example.org/v1/charges'
        java -jar penstock.jar simulate --rules penstock.yaml --candidate next.yaml --log access.log
        java -jar penstock.jar report divergence.jsonl --html report.html --key user=42
        java -jar penstock.jar attach 4711 --rules penstock.yaml
        java -jar penstock.jar mode 4711 off

      Exit codes: 0 success, 1 problems found or failure, 2 invalid arguments
      """;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err).code());
  }

  /** Runs a command and returns its exit code. */
  public static ExitCode run(String[] args, PrintStream out, PrintStream err) {
    if (args.length == 0) {
      err.print(USAGE);
      return ExitCode.USAGE;
    }
    try {
      return run(args[0], Arrays.asList(args).subList(1, args.length), out, err);
    } catch (UsageException e) {
      err.println("error: " + e.getMessage());
      err.println("Run `java -jar penstock.jar help` for usage.");
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

  /** Runs a command for a running JVM. */
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
      throw new UsageException("unexpected argument `" + args.get(0) + "`");
    }
    out.print(text);
    return ExitCode.SUCCESS;
  }
}
