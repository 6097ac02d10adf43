package dev.penstock.rules.config.text;

import java.util.List;

/** Renders the line of a problem with carets under the invalid part. */
final class Excerpt {
  private static final int WIDEST = 96;
  private static final int SHOWN_BEFORE = 40;
  private static final String CUT = "...";
  private static final String HIDDEN = "***";
  private static final String TAB = "    ";

  private final StringBuilder shown = new StringBuilder();
  private final StringBuilder carets = new StringBuilder();

  private Excerpt() {}

  /** Returns three lines: an empty margin, the line of the file, and the carets. */
  static List<String> of(SourceFile source, SourceSpan span) {
    int line = source.line(span.start());
    int lineStart = source.startOfLine(line);
    int lineEnd = source.endOfLine(line);
    int from = lineEnd - lineStart <= WIDEST ? lineStart : span.start() - SHOWN_BEFORE;
    from = Math.max(from, lineStart);
    int to = Math.min(lineEnd, from + WIDEST);
    Excerpt excerpt = new Excerpt();
    excerpt.add(from > lineStart ? CUT : "", ' ');
    int end = Math.max(span.end(), span.start() + 1);
    for (int i = from; i < to; i++) {
      boolean isMarked = i >= span.start() && i < end;
      if (source.isHidden(i)) {
        excerpt.addHidden(isMarked, i > from && source.isHidden(i - 1));
      } else {
        excerpt.add(source.codePoint(i), isMarked ? '^' : ' ');
      }
    }
    // Text that is missing at the end of a line is marked after the line.
    excerpt.carets.append(span.start() >= to ? "^" : "");
    excerpt.add(to < lineEnd ? CUT : "", ' ');
    return excerpt.lines(line);
  }

  /**
   * Shows hidden text of any length as the same three characters, so that the length stays secret.
   */
  private void addHidden(boolean isMarked, boolean continues) {
    if (!continues) {
      add(HIDDEN, ' ');
    }
    if (isMarked) {
      carets.setLength(carets.length() - HIDDEN.length());
      carets.append("^".repeat(HIDDEN.length()));
    }
  }

  private void add(int codePoint, char below) {
    if (codePoint == '\t') {
      add(TAB, below);
      return;
    }
    // Text from a file must not be able to control a terminal or forge log lines.
    shown.appendCodePoint(MessageWords.isPrintable(codePoint) ? codePoint : '?');
    carets.append(String.valueOf(below).repeat(width(codePoint)));
  }

  private void add(String text, char below) {
    shown.append(text);
    carets.append(String.valueOf(below).repeat(text.length()));
  }

  private List<String> lines(int line) {
    String number = Integer.toString(line);
    String margin = " ".repeat(number.length()) + " |";
    return List.of(
        margin, (number + " | " + shown).stripTrailing(), (margin + " " + carets).stripTrailing());
  }

  /** The number of terminal columns of a character, for aligning the carets. */
  private static int width(int codePoint) {
    if (codePoint == '\t') {
      return TAB.length();
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    return isWide(codePoint) ? 2 : 1;
  }

  /** The large blocks with East Asian Width "W": ideographs, Hangul, full-width forms, emoji. */
  private static boolean isWide(int codePoint) {
    return (codePoint >= 0x1100 && codePoint <= 0x115f)
        || (codePoint >= 0x2e80 && codePoint <= 0xa4cf)
        || (codePoint >= 0xac00 && codePoint <= 0xd7a3)
        || (codePoint >= 0xf900 && codePoint <= 0xfaff)
        || (codePoint >= 0xfe30 && codePoint <= 0xfe6f)
        || (codePoint >= 0xff00 && codePoint <= 0xff60)
        || (codePoint >= 0x1f300 && codePoint <= 0x1faff)
        || (codePoint >= 0x20000 && codePoint <= 0x3fffd);
  }
}
