package dev.penstock.rules.config.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A text whose variables have been replaced. It keeps the positions of their values, so that
 * messages can show the text as it is written in the file.
 *
 * @param value the text with the values of all variables
 * @param variables the positions of these values in the text, from left to right
 */
record FilledText(String value, List<Variable> variables) {
  FilledText {
    variables = List.copyOf(variables);
  }

  /** A text without variables. */
  static FilledText plain(String value) {
    return new FilledText(value, List.of());
  }

  /** A part of the text. A value at the boundary counts as a variable in both parts. */
  FilledText part(int from, int to) {
    if (variables.isEmpty()) {
      return plain(value.substring(from, to));
    }
    List<Variable> inside = new ArrayList<>();
    for (Variable variable : variables) {
      boolean overlaps = variable.from < to && variable.to > from;
      boolean isEmptyInside = variable.from == variable.to && variable.from >= from;
      if (overlaps || (isEmptyInside && variable.to <= to)) {
        inside.add(
            new Variable(
                Math.max(variable.from, from) - from,
                Math.min(variable.to, to) - from,
                variable.written));
      }
    }
    return new FilledText(value.substring(from, to), inside);
  }

  /** The text with variables as they are written in the file. */
  String shown() {
    StringBuilder shown = new StringBuilder();
    int at = 0;
    for (Variable variable : variables) {
      shown.append(value, at, variable.from).append(variable.written);
      at = variable.to;
    }
    return shown.append(value, at, value.length()).toString();
  }

  /**
   * The position of a variable's value.
   *
   * @param from the start
   * @param to the end
   * @param written the variable as it is written in the file, such as {@code ${env:NAME}}
   */
  record Variable(int from, int to, String written) {}
}
