package dev.penstock.rules.config.text;

import java.util.List;

/**
 * Something wrong with a rules file, said the same way wherever it is shown.
 *
 * @param file the name of the file
 * @param line counted from 1; 0 if it is about the file as a whole
 * @param column counted from 1 in characters; 0 if it is about the file as a whole
 * @param severity whether the file can be used all the same
 * @param message what is wrong
 * @param excerpt the line with the place underlined; none if it is about the file as a whole
 * @param path the setting, such as {@code inbound.api.rate}; empty if it is in none
 * @param help the cure; empty if there is nothing to say
 */
public record Problem(
    String file,
    int line,
    int column,
    Severity severity,
    String message,
    List<String> excerpt,
    String path,
    String help) {
  public Problem {
    excerpt = List.copyOf(excerpt);
  }

  /** A problem with the file as a whole. */
  public static Problem ofFile(String file, Severity severity, String message, String help) {
    return new Problem(file, 0, 0, severity, message, List.of(), /* path= */ "", help);
  }

  /** For people: the place, what is wrong, the excerpt, the setting and the cure. */
  public String render() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    text.append(": ").append(severity.word()).append(": ").append(message);
    for (String excerptLine : excerpt) {
      text.append('\n').append(excerptLine);
    }
    String margin = " ".repeat(Integer.toString(line).length());
    if (!path.isEmpty()) {
      text.append('\n').append(margin).append(" = at ").append(path);
    }
    if (!help.isEmpty()) {
      text.append('\n').append(margin).append(" = help: ").append(help);
    }
    return text.toString();
  }
}
