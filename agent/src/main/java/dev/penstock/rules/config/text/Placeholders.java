package dev.penstock.rules.config.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces {@code ${env:NAME}} and {@code ${env:NAME:-default}} by their values. */
final class Placeholders {
  private static final String OPEN = "${";
  private static final String PREFIX = "env:";
  private static final String OR = ":-";

  private Placeholders() {}

  /** The text with all variables replaced; null, with a problem, if one is invalid or not set. */
  static @Nullable FilledText fill(LocatedText written, Environment environment) {
    String text = written.value();
    StringBuilder filled = new StringBuilder();
    List<FilledText.Variable> variables = new ArrayList<>();
    boolean complete = true;
    int at = 0;
    for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
      int close = text.indexOf('}', open);
      if (close < 0) {
        written.part(open, text.length()).error("this `${` is never closed", "close it with `}`");
        return null;
      }
      String value = valueOf(written.part(open, close + 1), environment);
      complete &= value != null;
      int from = filled.append(text, at, open).length();
      int to = filled.append(value).length();
      variables.add(new FilledText.Variable(from, to, text.substring(open, close + 1)));
      at = close + 1;
    }
    filled.append(text, at, text.length());
    return complete ? new FilledText(filled.toString(), variables) : null;
  }

  private static @Nullable String valueOf(LocatedText placeholder, Environment environment) {
    String text = placeholder.value();
    String inside = text.substring(OPEN.length(), text.length() - 1);
    if (!inside.startsWith(PREFIX)) {
      placeholder.error(
          "unknown placeholder " + MessageWords.code(text),
          "variables are written `${env:NAME}` or `${env:NAME:-default}`");
      return null;
    }
    int or = inside.indexOf(OR, PREFIX.length());
    String name = inside.substring(PREFIX.length(), or < 0 ? inside.length() : or);
    String value = environment.value(name);
    if (or >= 0) {
      // As in a shell, the default applies to an empty variable too.
      return value == null || value.isEmpty() ? inside.substring(or + OR.length()) : value;
    }
    if (value == null) {
      placeholder.error(
          "the environment variable " + MessageWords.code(name) + " is not set",
          "set it, or give a default: " + MessageWords.code("${env:" + name + ":-default}"));
    }
    return value;
  }
}
