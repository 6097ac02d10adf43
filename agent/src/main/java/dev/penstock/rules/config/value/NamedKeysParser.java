package dev.penstock.rules.config.value;

import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.text.Alphabet;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeySource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses {@code keys}: named key expressions, which can refer to each other. */
public final class NamedKeysParser {
  private final Map<String, Entry> written = new LinkedHashMap<>();
  private final Map<String, KeySource> resolved = new HashMap<>();
  private final List<String> resolving = new ArrayList<>();

  private NamedKeysParser() {}

  public static NamedKeysParser parse(@Nullable LocatedValue keys) {
    NamedKeysParser named = new NamedKeysParser();
    List<Entry> entries = keys == null ? null : keys.entries();
    if (entries == null) {
      return named;
    }
    for (Entry entry : entries) {
      checkName(entry.name());
      named.written.put(entry.name().value(), entry);
    }
    for (Entry entry : entries) {
      named.find(entry.name());
    }
    return named;
  }

  private static void checkName(LocatedText name) {
    if (KeyParser.isSource(name.value())) {
      name.error(
          MessageWords.code(name) + " is already a key source", "choose another name for the key");
    } else if (!Alphabet.RULE_NAME.spells(name.value()) || name.value().indexOf('.') >= 0) {
      name.error(
          MessageWords.code(name) + " is not a valid key name", "use letters, digits, `-` and `_`");
    }
  }

  List<String> names() {
    return new ArrayList<>(written.keySet());
  }

  /** The key with this name; null if there is none. */
  @Nullable KeySource find(LocatedText name) {
    Entry entry = written.get(name.value());
    KeySource known = resolved.get(name.value());
    if (entry == null || known != null) {
      return known;
    }
    if (resolving.contains(name.value())) {
      name.error(
          "the key " + MessageWords.code(name) + " refers to itself",
          "break the cycle "
              + String.join(" -> ", resolving)
              + " -> "
              + MessageWords.plain(name.shown()));
      return GlobalKey.INSTANCE;
    }
    resolving.add(name.value());
    KeySource source = new KeyParser(Section.INBOUND, this, List.of()).parse(entry.value());
    resolving.remove(resolving.size() - 1);
    resolved.put(name.value(), source);
    return source;
  }
}
