package dev.penstock.rules.config.text;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Translates errors of the YAML parser into messages for authors of rules files. */
final class YamlErrorMessages {
  private static final String QUOTE_BRACKETS =
      "text that contains one of `[ ] { } ,` must be in quotes here";

  private YamlErrorMessages() {}

  static void report(YamlEngineException e, Problems problems) {
    if (e instanceof MarkedYamlEngineException marked) {
      report(marked, problems);
    } else if (e instanceof ReaderException reader) {
      int index = reader.getPosition();
      String codePoint = "U+%04X".formatted(reader.getCodePoint());
      error(problems, index, "the character " + codePoint + " is not allowed", "remove it");
    } else {
      problems.errorInFile(
          "this is not valid YAML: " + MessageWords.plain(String.valueOf(e.getMessage())), "");
    }
  }

  private static void report(MarkedYamlEngineException e, Problems problems) {
    String said = String.valueOf(e.getProblem());
    int at = index(e.getProblemMark());
    int began = index(e.getContextMark().or(e::getProblemMark));
    if (said.contains("(TAB)")) {
      error(problems, at, "a tab is not allowed here", "indent with spaces");
    } else if (said.startsWith("unexpected character found") && began < at) {
      // A value that starts with an indicator character of YAML, such as the `*` of any host.
      String start = MessageWords.code(problems.source().slice(began, began + 1));
      error(problems, began, "a value cannot start with " + start, "put the value in quotes");
    } else if (said.startsWith("found character")) {
      String start = MessageWords.code(problems.source().slice(at, at + 1));
      error(problems, at, "a value cannot start with " + start, "put the value in quotes");
    } else if (said.startsWith("mapping values are not allowed")) {
      error(
          problems,
          at,
          "a `:` is not allowed here",
          "check the indentation, and that every `:` before it is followed by a space;"
              + " text that contains `: ` must be in quotes");
    } else if (said.startsWith("could not find expected ':'")) {
      error(problems, began, "a `:` is missing here", "a setting is written `name: value`");
    } else if (said.startsWith("expected ',' or")) {
      reportFlow(said, began, at, problems);
    } else if (said.startsWith("found unexpected end of stream")) {
      error(problems, began, "this quote is never closed", "close the quote, or remove it");
    } else {
      reportRest(said, at, problems);
    }
  }

  /** Reports an error in {@code [a, b]} or <code>{a: b}</code>. */
  private static void reportFlow(String said, int began, int at, Problems problems) {
    if (said.endsWith("<stream end>")) {
      String open = MessageWords.code(problems.source().slice(began, began + 1));
      error(
          problems,
          began,
          "this " + open + " is never closed",
          "close it, or put the text in quotes");
    } else {
      String close = said.startsWith("expected ',' or ']'") ? "`]`" : "`}`";
      error(problems, at, "expected `,` or " + close + " here", QUOTE_BRACKETS);
    }
  }

  private static void reportRest(String said, int at, Problems problems) {
    if (said.startsWith("expected <block end>") && !said.contains("<scalar>")) {
      error(
          problems,
          at,
          "the indentation does not match the lines above",
          "all entries of a map or a list start in the same column");
    } else if (said.startsWith("expected <block end>") || said.contains("<document start>")) {
      error(problems, at, "unexpected text", "check the quotes and brackets before it");
    } else if (said.startsWith("expected the node content")) {
      error(problems, at, "expected a value here", QUOTE_BRACKETS);
    } else if (said.startsWith("found unknown escape") || said.startsWith("expected escape")) {
      error(
          problems,
          at,
          "this is not a valid escape sequence",
          "write `\\\\` for a backslash, or use single quotes");
    } else {
      error(problems, at, "this is not valid YAML: " + MessageWords.plain(said), "");
    }
  }

  private static void error(Problems problems, int index, String message, String help) {
    problems.error(new SourceSpan(index, index + 1), /* path= */ "", message, help);
  }

  static int index(Optional<Mark> mark) {
    return mark.isEmpty() ? 0 : mark.get().getIndex();
  }
}
