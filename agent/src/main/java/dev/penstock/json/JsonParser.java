package dev.penstock.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses a JSON text (RFC 8259) into a tree of {@link JsonValue}s; limits depth and numbers. */
public final class JsonParser {
  private static final int MAX_DEPTH = 32;
  private static final int MAX_DIGITS = 40;
  private final JsonReader json = JsonReader.strict();
  private int depth;

  private JsonParser() {}

  /** The value that the whole text is. */
  public static JsonValue parse(String text) throws InvalidJsonException {
    return new JsonParser().document(text.getBytes(StandardCharsets.UTF_8));
  }

  private JsonValue document(byte[] text) throws InvalidJsonException {
    json.start(text, 0, text.length);
    JsonValue value = value();
    if (!json.isAtEnd()) {
      throw invalid();
    }
    return value;
  }

  private JsonValue value() throws InvalidJsonException {
    if (json.skipIf('{')) {
      enter();
      JsonValue object = new JsonValue(members());
      depth--;
      return object;
    }
    if (json.skipIf('[')) {
      enter();
      JsonValue list = new JsonValue(items());
      depth--;
      return list;
    }
    json.readValue();
    checkValid();
    if (json.isNull()) {
      return JsonValue.NULL;
    }
    return json.isString() ? new JsonValue(json.valueText()) : numberOrBoolean(json.valueText());
  }

  private void enter() throws InvalidJsonException {
    if (++depth > MAX_DEPTH) {
      throw invalid();
    }
  }

  private Map<String, JsonValue> members() throws InvalidJsonException {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    boolean more = !json.skipIf('}');
    while (more) {
      json.readName();
      checkValid();
      members.put(json.valueText(), value());
      more = json.hasMore('}');
    }
    checkValid();
    return members;
  }

  private List<JsonValue> items() throws InvalidJsonException {
    List<JsonValue> items = new ArrayList<>();
    boolean more = !json.skipIf(']');
    while (more) {
      items.add(value());
      more = json.hasMore(']');
    }
    checkValid();
    return items;
  }

  private JsonValue numberOrBoolean(String word) throws InvalidJsonException {
    if (word.equals("true") || word.equals("false")) {
      return new JsonValue(word.equals("true"));
    }
    if (word.length() > MAX_DIGITS) {
      throw invalid();
    }
    boolean whole = word.chars().noneMatch(c -> ".eE".indexOf(c) >= 0);
    try {
      return whole ? new JsonValue(Long.parseLong(word)) : new JsonValue(Double.parseDouble(word));
    } catch (NumberFormatException e) {
      throw invalid();
    }
  }

  private void checkValid() throws InvalidJsonException {
    if (json.isBroken()) {
      throw invalid();
    }
  }

  private InvalidJsonException invalid() {
    return new InvalidJsonException("invalid JSON at byte " + json.position());
  }
}
