package dev.penstock.operator;

import dev.penstock.rules.Mode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Does what the command line asks of a running agent. */
public final class CommandHandler {
  /*
   * A request is a word a line, as paths and keys may have blanks. The words are those of the command
   * line; `rules FILE [SHADOW]` is what is left of `attach` where the agent is there already.
   */
  private static final String BY = "command line";

  private final OperatorControls controls;
  private final OperatorActions steps;

  public CommandHandler(OperatorControls controls, OperatorActions steps) {
    this.controls = controls;
    this.steps = steps;
  }

  /** Never throws: what fails is the reply. */
  public CommandReply answer(String request) {
    try {
      return answer(List.of(request.split("\n", -1)));
    } catch (IllegalArgumentException | IllegalStateException notSo) {
      return CommandReply.problem(notSo.getMessage() + "\n");
    } catch (RuntimeException failed) {
      return CommandReply.problem("the agent could not do it: " + failed + "\n");
    }
  }

  private CommandReply answer(List<String> words) {
    int count = words.size() - 1;
    return switch (words.get(0)) {
      case "status" -> CommandReply.fine(controls.status());
      case "snapshot" -> CommandReply.fine(SnapshotText.of(controls.snapshot()));
      case "mode" -> count == 1 ? switchAll(words.get(1)) : switchRule(words.get(1), words.get(2));
      case "peek" -> CommandReply.fine(table(controls.peek(words.get(1), words.get(2))));
      case "reset" -> CommandReply.fine(table(controls.reset(words.get(1), words.get(2), BY)));
      case "rules" -> takeRules(words.get(1), count == 1 ? null : words.get(2));
      case "console" -> console();
      default ->
          CommandReply.problem("this version of the agent does not know `" + words.get(0) + "`\n");
    };
  }

  private CommandReply switchAll(String mode) {
    controls.switchAll(modeOf(mode), BY);
    return CommandReply.fine(
        "all rules: " + StatusText.modeWords(controls.snapshot().setting()) + "\n");
  }

  private CommandReply switchRule(String mode, String rule) {
    if (!controls.switchRule(rule, modeOf(mode), BY)) {
      return CommandReply.problem("there is no rule `" + rule + "`\n");
    }
    return CommandReply.fine(
        controls.snapshot().rules().stream()
            .filter(figures -> figures.name().equals(rule))
            .map(figures -> rule + ": " + StatusText.modeWords(figures) + "\n")
            .reduce("", String::concat));
  }

  private static @Nullable Mode modeOf(String word) {
    return word.equals("file") ? null : Mode.valueOf(word.toUpperCase(Locale.ROOT));
  }

  private CommandReply takeRules(String file, @Nullable String shadow) {
    String problem = steps.takeRules(file, shadow);
    return problem == null ? CommandReply.fine(controls.status()) : CommandReply.problem(problem);
  }

  private CommandReply console() {
    String url = steps.consoleUrl();
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
          state.resetMicros() <= 0 ? "" : ", more in " + DurationText.words(state.resetMicros()));
      text.append(", client ").append(state.id()).append('\n');
    }
    return text.length() == 0 ? "the rule has no quota\n" : text.toString();
  }
}
