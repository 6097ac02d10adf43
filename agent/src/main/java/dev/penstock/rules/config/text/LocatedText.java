package dev.penstock.rules.config.text;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A text from the file with its position. */
public final class LocatedText {
  private static final String HIDDEN = "***";

  private final FilledText filled;
  private final SourceSpan span;
  private final boolean verbatim;
  private final String path;
  private final Problems problems;

  private LocatedText(
      FilledText filled, SourceSpan span, boolean verbatim, String path, Problems problems) {
    this.filled = filled;
    this.span = span;
    this.verbatim = verbatim;
    this.path = path;
    this.problems = problems;
  }

  /** A text at this position, which can differ from the source by quotes and escapes. */
  static LocatedText at(SourceSpan span, String value, String path, Problems problems) {
    return at(span, FilledText.plain(value), path, problems);
  }

  /** A text with variables; its problems point at the whole source text. */
  static LocatedText at(SourceSpan span, FilledText filled, String path, Problems problems) {
    SourceFile source = problems.source();
    boolean hasVariables = !filled.variables().isEmpty();
    if (!hasVariables && source.slice(span.start(), span.end()).equals(filled.value())) {
      return new LocatedText(filled, span, /* verbatim= */ true, path, problems);
    }
    SourceSpan inside = new SourceSpan(span.start() + 1, span.end() - 1);
    if (!hasVariables && source.slice(inside.start(), inside.end()).equals(filled.value())) {
      return new LocatedText(filled, inside, /* verbatim= */ true, path, problems);
    }
    return new LocatedText(filled, span, /* verbatim= */ false, path, problems);
  }

  /** The text with the values of its variables. Must not be used in messages. */
  public String value() {
    return filled.value();
  }

  /**
   * The text for messages: shows variables instead of their values, and hides the same parts as
   * excerpts.
   */
  public String shown() {
    if (!problems.source().isHidden(span)) {
      return filled.shown();
    }
    if (!verbatim) {
      return HIDDEN;
    }
    StringBuilder shown = new StringBuilder();
    for (int i = span.start(); i < span.end(); i++) {
      if (!problems.source().isHidden(i)) {
        shown.appendCodePoint(problems.source().codePoint(i));
      } else if (i == span.start() || !problems.source().isHidden(i - 1)) {
        shown.append(HIDDEN);
      }
    }
    return shown.toString();
  }

  /** True if a part of the text comes from a variable. */
  public boolean hasVariables() {
    return !filled.variables().isEmpty();
  }

  /** True if messages may show parts of the value: it contains no variables and no hidden text. */
  public boolean isQuotable() {
    return !hasVariables() && !problems.source().isHidden(span);
  }

  public SourceSpan span() {
    return span;
  }

  public boolean isEmpty() {
    return value().isEmpty();
  }

  /**
   * A part of the text without surrounding blanks. If the text differs from its source, problems of
   * the part point at the whole.
   */
  public LocatedText part(int from, int to) {
    String value = value();
    int start = from;
    int end = to;
    while (start < end && value.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && value.charAt(end - 1) <= ' ') {
      end--;
    }
    FilledText part = filled.part(start, end);
    return new LocatedText(part, verbatim ? spanOf(start, end) : span, verbatim, path, problems);
  }

  private SourceSpan spanOf(int from, int to) {
    int start = span.start() + value().codePointCount(0, from);
    return new SourceSpan(start, start + value().codePointCount(from, to));
  }

  /** Parses the candidate of the rule with this name; marks its problems with "in shadow". */
  public <T> @Nullable T inShadow(Supplier<@Nullable T> parser) {
    problems.inShadowOf(path);
    T parsed = parser.get();
    problems.inShadowOf(/* rulePath= */ null);
    return parsed;
  }

  public void error(String message, String help) {
    problems.error(span, path, message, help);
  }

  public void warning(String message, String help) {
    problems.warning(span, path, message, help);
  }
}
