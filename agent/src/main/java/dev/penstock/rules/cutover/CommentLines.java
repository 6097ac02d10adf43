package dev.penstock.rules.cutover;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SourceFile;
import dev.penstock.rules.config.text.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Finds the lines of a file that contain only a comment. */
final class CommentLines {
  private final SourceFile source;
  private final List<SourceSpan> texts = new ArrayList<>();

  CommentLines(SourceFile source, LocatedValue root) {
    this.source = source;
    root.addTexts(texts);
    // A text on a single line cannot contain a whole line.
    texts.removeIf(text -> source.line(text.start()) == source.line(text.end()));
  }

  /** True if the line contains only a comment, and is not a line of a multi-line text. */
  boolean isComment(int line) {
    int start = source.startOfLine(line);
    while (start < source.endOfLine(line) && isBlank(source.codePoint(start))) {
      start++;
    }
    return start < source.endOfLine(line) && source.codePoint(start) == '#' && !isInText(start);
  }

  private boolean isInText(int at) {
    for (SourceSpan text : texts) {
      if (text.start() <= at && at < text.end()) {
        return true;
      }
    }
    return false;
  }

  /** All comment lines in this range, unchanged. */
  String among(int first, int last) {
    StringBuilder comments = new StringBuilder();
    for (int line = first; line <= last; line++) {
      if (isComment(line)) {
        comments.append(source.slice(source.startOfLine(line), source.startOfNext(line)));
      }
    }
    return comments.toString();
  }

  /** True if the rest of the line is blank or a comment. */
  boolean isRestBlankOrComment(int at) {
    int end = source.endOfLine(source.line(at));
    for (int i = at; i < end; i++) {
      if (source.codePoint(i) == '#' && i > at) {
        return true;
      }
      if (!isBlank(source.codePoint(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isBlank(int codePoint) {
    return codePoint == ' ' || codePoint == '\t';
  }
}
