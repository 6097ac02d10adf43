package dev.penstock.operator;

import dev.penstock.rules.Mode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Runs commands that {@code penstock.jar} sends to a running agent. */
public final class CommandHandler {
  /*
   * A request has one word per line, because paths and keys may contain blanks. The words are those
   * of the command line. `attach` sends `rules FILE [SHADOW]` if the agent is already loaded.
   */
  private static final String BY = "command line";

  private final OperatorControls controls;
  private final OperatorActions actions;

  public CommandHandler(OperatorControls controls, OperatorActions actions) {
    this.controls = controls;
    this.actions = actions;
  }

  /** Runs one command. Never throws: the reply contains the error. */
  public CommandReply handle(String request) {
    try {
      return handle(List.of(request.split("\n", -1)));
    } catch (IllegalArgumentException | IllegalStateException expected) {
      return CommandReply.problem(expected.getMessage() + "\n");
    } catch (RuntimeException failed) {
      return CommandReply.problem("the command failed: " + failed + "\n");
    }
  }

  private CommandReply handle(List<String> words) {
    int count = words.size() - 1;
    return switch (words.get(0)) {
      case "status" -> CommandReply.fine(controls.status());
      case "snapshot" -> CommandReply.fine(SnapshotText.of(controls.snapshot()));
      case "mode" -> count == 1 ? switchAll(words.get(1)) : switchRule(words.get(1), words.get(2));
      case "peek" -> CommandReply.fine(table(controls.peek(words.get(1), words.get(2))));
      case "reset" -> CommandReply.fine(table(controls.reset(words.get(1), words.get(2), BY)));
      case "rules" -> loadRules(words.get(1), count == 1 ? null : words.get(2));
      case "console" -> console();
      default ->
          CommandReply.problem(
              "the agent has another version and does not know the command `"
                  + words.get(0)
                  + "`\n");
    };
  }

  private CommandReply switchAll(String mode) {
    controls.switchAll(modeOf(mode), BY);
    return CommandReply.fine(
        "all rules: " + StatusText.describeMode(controls.snapshot().setting()) + "\n");
  }

  private CommandReply switchRule(String mode, String rule) {
    if (!controls.switchRule(rule, modeOf(mode), BY)) {
      return CommandReply.problem("there is no rule `" + rule + "`\n");
    }
    return CommandReply.fine(
        controls.snapshot().rules().stream()
            .filter(figures -> figures.name().equals(rule))
            .map(figures -> rule + ": " + StatusText.describeMode(figures) + "\n")
            .reduce("", String::concat));
  }

  private static @Nullable Mode modeOf(String word) {
    return word.equals("file") ? null : Mode.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private CommandReply loadRules(String file, @Nullable String shadow) {
    String problem = actions.loadRules(file, shadow);
    return problem == null ? CommandReply.fine(controls.status()) : CommandReply.problem(problem);
  }

  private CommandReply console() {
    String url = actions.consoleUrl();
    return url == null
        ? CommandReply.problem("there is no console; `console: 9797` in the rules file opens one\n")
        : CommandReply.fine(url + "\n");
  }

  private static String table(List<KeyState> states) {
    StringBuilder text = new StringBuilder();
    for (KeyState state : states) {
      text.append(state.quota()).append(": ").append(state.remaining()).append(" of ");
      text.append(state.permitted()).append(" left (").append(state.limit()).append(')');
      text.append(
          state.resetMicros() <= 0 ? "" : ", more in " + DurationText.format(state.resetMicros()));
      text.append(", client ").append(state.id()).append('\n');
    }
    return text.length() == 0 ? "the rule has no quota\n" : text.toString();
  }
}
