package dev.penstock.rules.config.text;

import java.util.List;

/** The small grammar of messages: code in backticks, and lists. */
public final class MessageWords {
  private static final int LONGEST = 60;
  private static final int LONGEST_MESSAGE = 240;

  private MessageWords() {}

  /** Text from the file in backticks: cut if it is long, on one line, without control codes. */
  public static String code(String text) {
    return "`" + plain(text) + "`";
  }

  /** The same of a text that may have variables, which are shown as the file has them. */
  public static String code(LocatedText text) {
    return code(text.shown());
  }

  /** The same without backticks. */
  public static String plain(String text) {
    return cut(text, LONGEST);
  }

  /** A whole message, which may hold words that somebody else put into it. */
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

  /** Such as {@code a, b and c}. */
  public static String list(List<String> words) {
    if (words.size() < 2) {
      return String.join("", words);
    }
    int last = words.size() - 1;
    return String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** True for what neither moves the cursor nor turns the direction of the text. */
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
