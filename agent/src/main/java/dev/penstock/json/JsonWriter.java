package dev.penstock.json;

import org.jspecify.annotations.Nullable;

/** Writes one JSON text, member by member. */
public final class JsonWriter {
  private final StringBuilder text = new StringBuilder(1024);

  /** True if the next value needs a comma before it. */
  private boolean comma;

  public JsonWriter beginObject() {
    return begin('{');
  }

  public JsonWriter endObject() {
    return end('}');
  }

  public JsonWriter beginList() {
    return begin('[');
  }

  public JsonWriter endList() {
    return end(']');
  }

  /** Writes the name of a member; its value must follow. */
  public JsonWriter name(String name) {
    separate();
    JsonStrings.quote(text, name);
    text.append(':');
    comma = false;
    return this;
  }

  public JsonWriter value(@Nullable String value) {
    separate();
    if (value == null) {
      text.append("null");
    } else {
      JsonStrings.quote(text, value);
    }
    return this;
  }

  public JsonWriter value(long value) {
    separate();
    text.append(value);
    return this;
  }

  /** Writes a number; null for infinity and NaN, which JSON does not have. */
  public JsonWriter value(double value) {
    separate();
    if (Double.isFinite(value)) {
      text.append(value);
    } else {
      text.append("null");
    }
    return this;
  }

  public JsonWriter value(boolean value) {
    separate();
    text.append(value);
    return this;
  }

  public JsonWriter nullValue() {
    return value((String) null);
  }

  public JsonWriter member(String name, @Nullable String value) {
    return name(name).value(value);
  }

  public JsonWriter member(String name, long value) {
    return name(name).value(value);
  }

  public JsonWriter member(String name, double value) {
    return name(name).value(value);
  }

  public JsonWriter member(String name, boolean value) {
    return name(name).value(value);
  }

  /** The text so far. */
  @Override
  public String toString() {
    return text.toString();
  }

  private JsonWriter begin(char bracket) {
    separate();
    text.append(bracket);
    comma = false;
    return this;
  }

  private JsonWriter end(char bracket) {
    text.append(bracket);
    comma = true;
    return this;
  }

  private void separate() {
    if (comma) {
      text.append(',');
    }
    comma = true;
  }
}
