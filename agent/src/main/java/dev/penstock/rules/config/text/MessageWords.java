package dev.penstock.rules.config.text;

import java.util.List;

/** Formats parts of messages: code in backticks, and lists. */
public final class MessageWords {
  private static final int LONGEST = 60;
  private static final int LONGEST_MESSAGE = 240;

  private MessageWords() {}

  /** Text from the file in backticks: truncated, and without line breaks and control characters. */
  public static String code(String text) {
    return "`" + plain(text) + "`";
  }

  /** A text in backticks, with its variables as they are written in the file. */
  public static String code(LocatedText text) {
    return code(text.shown());
  }

  /** Text from the file without backticks, truncated and sanitized. */
  public static String plain(String text) {
    return cut(text, LONGEST);
  }

  /** A whole message, truncated and sanitized, since it can contain text from the file. */
  static String message(String text) {
    return cut(text, LONGEST_MESSAGE);
  }

  private static String cut(String text, int longest) {
    StringBuilder plain = new StringBuilder();
    int at = 0;
    for (int count = 0; count < longest && at < text.length(); count++) {
      int codePoint = text.codePointAt(at);
      plain.appendCodePoint(isPrintable(codePoint) ? codePoint : '?');
      at += Character.charCount(codePoint);
    }
    return plain.append(at < text.length() ? "..." : "").toString();
  }

  /** Joins words, such as {@code a, b and c}. */
  public static String list(List<String> words) {
    if (words.size() < 2) {
      return String.join("", words);
    }
    int last = words.size() - 1;
    return String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** False for characters that move the cursor or change the text direction. */
  static boolean isPrintable(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
