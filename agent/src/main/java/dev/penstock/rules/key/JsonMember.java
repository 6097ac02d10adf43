package dev.penstock.rules.key;

import dev.penstock.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Finds one member of a JSON object and skips all others. */
final class JsonMember {
  private JsonMember() {}

  /**
   * The text, number or boolean of this name. Null if the object has no such member, if the member
   * is of another kind, or if the text is not a valid object. Of several members with the name the
   * last one counts, as in nearly every JSON library that applications use.
   */
  static @Nullable String valueOf(byte[] object, String name) {
    JsonReader json = JsonReader.strict();
    json.start(object, 0, object.length);
    json.expect('{');
    String found = null;
    boolean more = !json.isBroken() && !json.skipIf('}');
    while (more) {
      json.readName();
      boolean isNamed = json.valueText().equals(name);
      json.readValue();
      if (isNamed) {
        found = json.isScalar() ? json.valueText() : null;
      }
      more = json.hasMore('}');
    }
    return json.isBroken() || !json.isAtEnd() ? null : found;
  }
}
