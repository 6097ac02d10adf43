package dev.penstock.config;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A piece of text from the file that knows where it stands. */
final class Text {
  private final String value;
  private final Span span;
  private final boolean verbatim;
  private final String path;
  private final Problems problems;

  private Text(String value, Span span, boolean verbatim, String path, Problems problems) {
    this.value = value;
    this.span = span;
    this.verbatim = verbatim;
    this.path = path;
    this.problems = problems;
  }

  /** Text that the file has at this place, unless quotes, escapes or variables came between. */
  static Text at(Span span, String value, String path, Problems problems) {
    Source source = problems.source();
    if (source.slice(span.start(), span.end()).equals(value)) {
      return new Text(value, span, /* verbatim= */ true, path, problems);
    }
    Span inside = new Span(span.start() + 1, span.end() - 1);
    if (source.slice(inside.start(), inside.end()).equals(value)) {
      return new Text(value, inside, /* verbatim= */ true, path, problems);
    }
    return new Text(value, span, /* verbatim= */ false, path, problems);
  }

  String value() {
    return value;
  }

  Span span() {
    return span;
  }

  boolean isEmpty() {
    return value.isEmpty();
  }

  /** A part without the blanks around it. A part of what is not verbatim points at the whole. */
  Text part(int from, int to) {
    int start = from;
    int end = to;
    while (start < end && value.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && value.charAt(end - 1) <= ' ') {
      end--;
    }
    String part = value.substring(start, end);
    return new Text(part, verbatim ? spanOf(start, end) : span, verbatim, path, problems);
  }

  private Span spanOf(int from, int to) {
    int start = span.start() + value.codePointCount(0, from);
    return new Span(start, start + value.codePointCount(from, to));
  }

  /** Has a look at the candidate of the rule with this name, whose problems are told apart. */
  <T> @Nullable T inShadow(Supplier<@Nullable T> look) {
    problems.inShadowOf(path);
    T seen = look.get();
    problems.inShadowOf(/* rulePath= */ null);
    return seen;
  }

  void error(String message, String help) {
    problems.error(span, path, message, help);
  }

  void warning(String message, String help) {
    problems.warning(span, path, message, help);
  }
}
