package dev.penstock.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Finds the value of a name in a query or a form, if every parser finds the same value. */
public final class EncodedParameters {
  /*
   * Parsers disagree about broken escapes (drop the pair, keep it, fail), about two values of one
   * name (Spring joins them), about `;`, the case of names (Vert.x ignores it), blanks around
   * names, bytes that are not UTF-8, and how many pairs are too many. Wherever they could disagree
   * about this name, its value is ambiguous. The maximum of pairs is the smallest usual one: that
   * of Jetty, Undertow and Tomcat 11.
   */
  private static final int MOST_PAIRS = 1_000;

  /** Null where nothing is to be decoded. */
  private final @Nullable TextEncoding encoding;

  private final String text;
  private final String name;

  private EncodedParameters(String text, String name, @Nullable TextEncoding encoding) {
    this.text = text;
    this.name = name;
    this.encoding = encoding;
  }

  /**
   * The value of a name in a query.
   *
   * @param query as it was sent, without the question mark
   * @return null if the query does not have it; {@link Ambiguous#VALUE} if its value is not clear
   */
  public static @Nullable String inQuery(String query, String name) {
    return isUrlText(query)
        ? new EncodedParameters(query, name, TextEncoding.UTF_8).value()
        : Ambiguous.VALUE;
  }

  /**
   * The value of a name in a query where the server leaves parsing to the application. An
   * application may decode the query before it splits it, or twice, may leave names or {@code +} as
   * they are, and so on: only a value on which all of these agree is clear.
   */
  public static @Nullable String inUnparsedQuery(String query, String name) {
    String value = inQuery(query, name);
    if (Ambiguous.is(value)) {
      return value;
    }
    String decoded = TextEncoding.UTF_8.decode(query, 0, query.length(), /* plusIsBlank= */ false);
    String decodedFirst = new EncodedParameters(decoded, name, /* encoding= */ null).value();
    if (value == null) {
      return decodedFirst == null && !Ambiguous.is(decoded) ? null : Ambiguous.VALUE;
    }
    boolean nameIsPlain = new EncodedParameters(query, name, /* encoding= */ null).value() != null;
    boolean clear =
        nameIsPlain
            && value.equals(decodedFirst)
            && value.indexOf('+') < 0
            && value.indexOf('%') < 0;
    return clear ? value : Ambiguous.VALUE;
  }

  /**
   * The value of a name in a form.
   *
   * @param form the whole body
   * @return null if the form does not have it; {@link Ambiguous#VALUE} if its value is not clear
   */
  public static @Nullable String inForm(byte[] form, String name, TextEncoding encoding) {
    String bytes = new String(form, StandardCharsets.ISO_8859_1);
    return hasBrokenEscape(bytes)
        ? Ambiguous.VALUE
        : new EncodedParameters(bytes, name, encoding).value();
  }

  /** True if it has nothing that RFC 3986 forbids and servers treat each in its own way. */
  private static boolean isUrlText(String query) {
    for (int i = 0; i < query.length(); i++) {
      char c = query.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '#') {
        return false;
      }
    }
    return !hasBrokenEscape(query);
  }

  private static boolean hasBrokenEscape(String text) {
    for (int at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
      if (TextEncoding.escaped(text, at) < 0) {
        return true;
      }
    }
    return false;
  }

  /** The value, whether or not {@code ;} separates pairs. */
  private @Nullable String value() {
    String value = value(/* semicolons= */ false);
    if (text.indexOf(';') < 0) {
      return value;
    }
    String other = value(/* semicolons= */ true);
    boolean same = value == null ? other == null : value.equals(other);
    return same ? value : Ambiguous.VALUE;
  }

  private @Nullable String value(boolean semicolons) {
    String found = null;
    int pairs = 0;
    int start = 0;
    while (start < text.length()) {
      int end = endOfPair(start, semicolons);
      String value = valueIn(start, end);
      if (value != null) {
        found = found == null ? value : Ambiguous.VALUE;
      }
      pairs++;
      start = end + 1;
    }
    return found != null && pairs > MOST_PAIRS ? Ambiguous.VALUE : found;
  }

  private int endOfPair(int start, boolean semicolons) {
    int at = start;
    while (at < text.length()
        && text.charAt(at) != '&'
        && !(semicolons && text.charAt(at) == ';')) {
      at++;
    }
    return at;
  }

  /** The value of one pair; null if the pair has another name. */
  private @Nullable String valueIn(int start, int end) {
    int equals = text.indexOf('=', start);
    int nameEnd = equals < 0 || equals > end ? end : equals;
    if (!isPlainName(start, nameEnd)) {
      String decoded = decode(start, nameEnd);
      if (Ambiguous.is(decoded) || !decoded.equals(name)) {
        boolean other = !Ambiguous.is(decoded) && !decoded.trim().equalsIgnoreCase(name);
        return other ? null : Ambiguous.VALUE;
      }
    } else if (nameEnd - start != name.length() || !text.startsWith(name, start)) {
      boolean sameIgnoringCase =
          nameEnd - start == name.length()
              && text.regionMatches(/* ignoreCase= */ true, start, name, 0, name.length());
      return sameIgnoringCase ? Ambiguous.VALUE : null;
    }
    String value = nameEnd == end ? "" : decode(nameEnd + 1, end);
    return hasControlCharacter(value) ? Ambiguous.VALUE : value;
  }

  /** True if it is the same text encoded and decoded, which spares the decoding of most names. */
  private boolean isPlainName(int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '%' || c == '+') {
        return false;
      }
    }
    return true;
  }

  private String decode(int from, int to) {
    return encoding == null
        ? text.substring(from, to)
        : encoding.decode(text, from, to, /* plusIsBlank= */ true);
  }

  /** Some encodings, such as ISO-2022-JP, spell one text in many ways by control characters. */
  private static boolean hasControlCharacter(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ' || value.charAt(i) == 0x7f) {
        return true;
      }
    }
    return false;
  }
}
