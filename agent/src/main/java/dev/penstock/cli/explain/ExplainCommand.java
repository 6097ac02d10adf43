package dev.penstock.cli.explain;

import dev.penstock.cli.ExitCode;
import dev.penstock.cli.UsageException;
import dev.penstock.cli.ValidateCommand;
import dev.penstock.http.HeaderField;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.Environment;
import dev.penstock.rules.key.IpAddress;
import java.io.File;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code explain} command: shows which rules apply to a request, with which keys, and why. */
public final class ExplainCommand {
  private static final List<String> INBOUND_OPTIONS = List.of("-d", "--user", "--ip");

  private final List<String> positional = new ArrayList<>();
  private final List<HeaderField> headers = new ArrayList<>();
  private final List<HeaderField> form = new ArrayList<>();

  /** The given options that only inbound requests have. */
  private final List<String> inboundOptions = new ArrayList<>();

  private String ip = "127.0.0.1";
  private @Nullable String user;

  private final Environment environment;

  private ExplainCommand(Environment environment) {
    this.environment = environment;
  }

  public static ExitCode run(List<String> args, Environment environment, PrintStream out)
      throws UsageException {
    ExplainCommand command = new ExplainCommand(environment);
    command.read(args.iterator());
    return command.run(out);
  }

  private ExitCode run(PrintStream out) throws UsageException {
    if (positional.size() != 2) {
      throw new UsageException("`explain` takes a file and a request such as 'GET /api/users/7'");
    }
    SampleCall call = SampleCall.parse(positional.get(1), headers, ip, user, form);
    if (call.isOutbound() && !inboundOptions.isEmpty()) {
      throw new UsageException("`" + inboundOptions.get(0) + "` is for inbound requests only");
    }
    String file = positional.get(0);
    ParsedRules parsed = RulesFile.read(new File(file), environment);
    if (parsed instanceof ParsedRules.Broken broken) {
      return ValidateCommand.printProblems(file, broken, out);
    }
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    RuleSets rules = good.rules();
    new Explanation(call.isOutbound() ? rules.outbound() : rules.inbound(), call).print(out);
    RuleSets.Candidate candidate = rules.candidate();
    if (candidate != null) {
      out.println(
          "compared with " + candidate.name() + ": run `explain` on that file to see its rules");
    } else if (!good.candidateProblems().isEmpty()) {
      out.println("nothing is compared because the candidate has problems: run `validate`");
    }
    return ExitCode.SUCCESS;
  }

  private void read(Iterator<String> args) throws UsageException {
    while (args.hasNext()) {
      String arg = args.next();
      switch (arg) {
        case "-H" -> headers.add(header(valueOf(arg, args)));
        case "-d" -> form.add(formField(valueOf(arg, args)));
        case "--user" -> user = valueOf(arg, args);
        case "--ip" -> ip = address(valueOf(arg, args));
        default -> positional.add(arg);
      }
      if (INBOUND_OPTIONS.contains(arg)) {
        inboundOptions.add(arg);
      }
      if (arg.startsWith("-") && positional.contains(arg)) {
        throw new UsageException("`explain` has no option `" + arg + "`");
      }
    }
  }

  private static String valueOf(String option, Iterator<String> args) throws UsageException {
    if (!args.hasNext()) {
      throw new UsageException("`" + option + "` needs a value");
    }
    return args.next();
  }

  private static HeaderField header(String text) throws UsageException {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new UsageException("`" + text + "` is not a header such as 'X-API-Key: k1'");
    }
    return new HeaderField(text.substring(0, colon).strip(), text.substring(colon + 1).strip());
  }

  private static HeaderField formField(String text) throws UsageException {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException("`" + text + "` is not a form field such as username=ann");
    }
    return new HeaderField(text.substring(0, equals), text.substring(equals + 1));
  }

  private static String address(String text) throws UsageException {
    if (!new IpAddress().parse(text, 0, text.length())) {
      throw new UsageException("`" + text + "` is not an IP address");
    }
    return text;
  }
}
