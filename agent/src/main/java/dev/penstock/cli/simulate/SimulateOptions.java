package dev.penstock.cli.simulate;

import dev.penstock.cli.UsageException;
import dev.penstock.shadow.simulate.LogFormat;
import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of the {@code simulate} command. */
final class SimulateOptions {
  /** The file name that stands for standard input or output. */
  static final String STANDARD_STREAM = "-";

  private final List<String> logs = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private String rules = "";
  private @Nullable String candidate;
  private @Nullable LogFormat format;
  private @Nullable String decisions;
  private @Nullable String html;
  private boolean showKeys;

  private SimulateOptions() {}

  static SimulateOptions read(List<String> args) throws UsageException {
    SimulateOptions options = new SimulateOptions();
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      options.read(rest.next(), rest);
    }
    options.check();
    return options;
  }

  private void read(String option, Iterator<String> args) throws UsageException {
    switch (option) {
      case "--rules" -> rules = once(option, rules, args);
      case "--candidate" -> candidate = once(option, candidate, args);
      case "--log" -> logs.add(valueOf(option, args));
      case "--format" -> format = format(once(option, format, args));
      case "--decisions" -> decisions = once(option, decisions, args);
      case "--html" -> html = once(option, html, args);
      case "--key" -> keys.add(key(valueOf(option, args)));
      case "--show-keys" -> showKeys = true;
      default ->
          throw new UsageException(
              option.startsWith("-")
                  ? "`simulate` has no option `" + option + "`"
                  : "unexpected argument `" + option + "`");
    }
  }

  private static String once(String option, @Nullable Object before, Iterator<String> args)
      throws UsageException {
    if (before != null && !before.equals("")) {
      throw new UsageException("`" + option + "` was given twice");
    }
    return valueOf(option, args);
  }

  private static String valueOf(String option, Iterator<String> args) throws UsageException {
    if (!args.hasNext()) {
      throw new UsageException("`" + option + "` needs a value");
    }
    return args.next();
  }

  private static LogFormat format(String name) throws UsageException {
    LogFormat format = LogFormat.named(name);
    if (format == null) {
      throw new UsageException("unknown format `" + name + "`; use one of combined, common, jsonl");
    }
    return format;
  }

  private static String key(String text) throws UsageException {
    if (text.indexOf('=') < 1) {
      throw new UsageException("`" + text + "` is not a key such as user=42");
    }
    return text;
  }

  private void check() throws UsageException {
    if (rules.isEmpty() || logs.isEmpty()) {
      throw new UsageException(
          "`simulate` needs `" + (rules.isEmpty() ? "--rules FILE" : "--log FILE") + "`");
    }
    if (logs.stream().filter(STANDARD_STREAM::equals).count() > 1) {
      throw new UsageException("standard input can be read only once");
    }
    refuseToOverwrite("--decisions", decisions);
    refuseToOverwrite("--html", html);
  }

  private void refuseToOverwrite(String option, @Nullable String output) throws UsageException {
    if (output == null || output.equals(STANDARD_STREAM)) {
      return;
    }
    List<String> inputs = new ArrayList<>(logs);
    inputs.add(rules);
    inputs.add(candidate == null ? rules : candidate);
    for (String input : inputs) {
      if (new File(input).getAbsoluteFile().equals(new File(output).getAbsoluteFile())) {
        throw new UsageException("`" + option + "` would overwrite " + output);
      }
    }
  }

  String rules() {
    return rules;
  }

  @Nullable String candidate() {
    return candidate;
  }

  List<String> logs() {
    return logs;
  }

  @Nullable LogFormat format() {
    return format;
  }

  @Nullable String decisions() {
    return decisions;
  }

  boolean decisionsToStdout() {
    return STANDARD_STREAM.equals(decisions);
  }

  @Nullable String html() {
    return html;
  }

  List<String> keys() {
    return keys;
  }

  boolean showsKeys() {
    return showKeys;
  }
}
