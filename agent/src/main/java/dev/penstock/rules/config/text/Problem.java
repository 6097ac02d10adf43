package dev.penstock.rules.config.text;

import java.util.List;

/**
 * A problem of a rules file. Log, command line and console show the same text.
 *
 * @param file the name of the file
 * @param line counted from 1; 0 for a problem of the whole file
 * @param column counted from 1 in characters; 0 for a problem of the whole file
 * @param severity whether the file can be used
 * @param message what is wrong
 * @param excerpt the line with the invalid part marked; empty for a problem of the whole file
 * @param path the setting, such as {@code inbound.api.rate}; empty if there is none
 * @param help how to fix it; empty if the message already says it
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

  /** A problem of the whole file. */
  public static Problem ofFile(String file, Severity severity, String message, String help) {
    return new Problem(file, 0, 0, severity, message, List.of(), /* path= */ "", help);
  }

  /** The text of the problem: position, message, excerpt, setting and help. */
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
