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

  public static JsonValue parse(String text) throws InvalidJsonException {
    JsonParser parser = new JsonParser(text);
    JsonValue value = parser.value();
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.broken();
    }
    return value;
  }

  private JsonValue value() throws InvalidJsonException {
    skipSpace();
    char first = peek();
    return switch (first) {
      case '{' -> nested(/* object= */ true);
      case '[' -> nested(/* object= */ false);
      case '"' -> new JsonValue(string());
      case 't' -> word("true", new JsonValue(true));
      case 'f' -> word("false", new JsonValue(false));
      case 'n' -> word("null", JsonValue.NULL);
      default -> number();
    };
  }

  private JsonValue nested(boolean object) throws InvalidJsonException {
    if (++depth > MOST_DEPTH) {
      throw broken();
    }
    at++;
    JsonValue value = object ? new JsonValue(members()) : new JsonValue(items());
    depth--;
    return value;
  }

  private Map<String, JsonValue> members() throws InvalidJsonException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
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

  private List<JsonValue> items() throws InvalidJsonException {
    List<JsonValue> items = new ArrayList<>();
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

  private String string() throws InvalidJsonException {
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

  private char plain() throws InvalidJsonException {
    char c = peek();
    if (c < ' ') {
      throw broken();
    }
    at++;
    return c;
  }

  private char escaped() throws InvalidJsonException {
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

  private char fourDigits() throws InvalidJsonException {
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

  private JsonValue number() throws InvalidJsonException {
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
      return whole
          ? new JsonValue(Long.parseLong(digits))
          : new JsonValue(Double.parseDouble(digits));
    } catch (NumberFormatException e) {
      throw broken();
    }
  }

  private JsonValue word(String word, JsonValue value) throws InvalidJsonException {
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

  private char peek() throws InvalidJsonException {
    if (at >= text.length()) {
      throw broken();
    }
    return text.charAt(at);
  }

  private boolean take(char c) throws InvalidJsonException {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) throws InvalidJsonException {
    if (!take(c)) {
      throw broken();
    }
  }

  private InvalidJsonException broken() {
    return new InvalidJsonException("no JSON at " + at);
  }
}
