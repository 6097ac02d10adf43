package dev.penstock.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a JSON text (RFC 8259) that is not deep. */
public final class JsonParser {
  private static final int MOST_DEPTH = 32;
  private static final int MOST_DIGITS = 40;

  private final String text;
  private int at;
  private int depth;

  private JsonParser(String text) {
    this.text = text;
  }

  public static Json parse(String text) throws BrokenJson {
    JsonParser parser = new JsonParser(text);
    Json value = parser.value();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.broken();
    }
    return value;
  }

  private Json value() throws BrokenJson {
    skipSpace();
    char first = peek();
    return switch (first) {
      case '{' -> nested(/* object= */ true);
      case '[' -> nested(/* object= */ false);
      case '"' -> new Json(string());
      case 't' -> word("true", new Json(true));
      case 'f' -> word("false", new Json(false));
      case 'n' -> word("null", Json.NULL);
      default -> number();
    };
  }

  private Json nested(boolean object) throws BrokenJson {
    if (++depth > MOST_DEPTH) {
      throw broken();
    }
    at++;
    Json value = object ? new Json(members()) : new Json(items());
    depth--;
    return value;
  }

  private Map<String, Json> members() throws BrokenJson {
    Map<String, Json> members = new LinkedHashMap<>();
    skipSpace();
    if (take('}')) {
      return members;
    }
    do {
      skipSpace();
      if (peek() != '"') {
        throw broken();
      }
      String name = string();
      skipSpace();
      expect(':');
      members.put(name, value());
      skipSpace();
    } while (take(','));
    expect('}');
    return members;
  }

  private List<Json> items() throws BrokenJson {
    List<Json> items = new ArrayList<>();
    skipSpace();
    if (take(']')) {
      return items;
    }
    do {
      items.add(value());
      skipSpace();
    } while (take(','));
    expect(']');
    return items;
  }

  private String string() throws BrokenJson {
    at++;
    int from = at;
    while (peek() != '"' && peek() != '\\') {
      plain();
    }
    if (peek() == '"') {
      return text.substring(from, at++);
    }
    StringBuilder unescaped = new StringBuilder(text.substring(from, at));
    while (!take('"')) {
      unescaped.append(take('\\') ? escaped() : plain());
    }
    return unescaped.toString();
  }

  private char plain() throws BrokenJson {
    char c = peek();
    if (c < ' ') {
      throw broken();
    }
    at++;
    return c;
  }

  private char escaped() throws BrokenJson {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> fourDigits();
      default -> throw broken();
    };
  }

  private char fourDigits() throws BrokenJson {
    int code = 0;
    for (int i = 0; i < 4; i++, at++) {
      char c = peek();
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw broken();
      }
      code = code << 4 | digit;
    }
    return (char) code;
  }

  private Json number() throws BrokenJson {
    int from = at;
    boolean whole = true;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      whole &= ".eE".indexOf(text.charAt(at)) < 0;
      at++;
    }
    String digits = text.substring(from, at);
    char first = digits.isEmpty() ? 'x' : digits.charAt(0);
    if (digits.length() > MOST_DIGITS || !(first == '-' || (first >= '0' && first <= '9'))) {
      throw broken();
    }
    try {
      return whole ? new Json(Long.parseLong(digits)) : new Json(Double.parseDouble(digits));
    } catch (NumberFormatException e) {
      throw broken();
    }
  }

  private Json word(String word, Json value) throws BrokenJson {
    if (!text.startsWith(word, at)) {
      throw broken();
    }
    at += word.length();
    return value;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() throws BrokenJson {
    if (at >= text.length()) {
      throw broken();
    }
    return text.charAt(at);
  }

  private boolean take(char c) throws BrokenJson {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) throws BrokenJson {
    if (!take(c)) {
      throw broken();
    }
  }

  private BrokenJson broken() {
    return new BrokenJson("no JSON at " + at);
  }
}
