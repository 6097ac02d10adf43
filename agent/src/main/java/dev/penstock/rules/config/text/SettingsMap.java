package dev.penstock.rules.config.text;

import dev.penstock.rules.config.text.LocatedValue.Entry;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of one map by name. */
public final class SettingsMap {
  private final Map<String, Entry> known = new LinkedHashMap<>();
  private final Set<String> mentioned = new HashSet<>();

  private SettingsMap() {}

  /** Keeps the settings that the vocabulary contains, and reports all others. */
  static SettingsMap of(List<Entry> entries, Vocabulary vocabulary) {
    SettingsMap settings = new SettingsMap();
    for (Entry entry : entries) {
      String name = entry.name().value();
      settings.mentioned.add(name);
      if (vocabulary.known().contains(name)) {
        settings.known.put(name, entry);
      } else {
        boolean isBlock = entry.value().isList() || entry.value().isMap();
        String suggestion = isBlock ? vocabulary.nearestOfBlock(name) : vocabulary.nearest(name);
        vocabulary.reject(entry.name(), "key", suggestion);
        settings.mention(suggestion);
      }
    }
    return settings;
  }

  /**
   * Returns these settings, and those of the others that have one of the names and are not set
   * here.
   */
  public SettingsMap with(SettingsMap others, Set<String> names) {
    SettingsMap both = new SettingsMap();
    for (SettingsMap each : List.of(others, this)) {
      for (Map.Entry<String, Entry> setting : each.known.entrySet()) {
        if (each == this || names.contains(setting.getKey())) {
          both.known.put(setting.getKey(), setting.getValue());
        }
      }
      for (String name : each.mentioned) {
        if (each == this || names.contains(name)) {
          both.mentioned.add(name);
        }
      }
    }
    return both;
  }

  /** The names of the settings, in the order of the file. */
  public Set<String> names() {
    return known.keySet();
  }

  /** Counts a misspelled setting as present, so that it is not reported as missing too. */
  private void mention(@Nullable String suggestion) {
    if (suggestion != null) {
      mentioned.add(suggestion);
    }
  }

  public @Nullable LocatedValue value(String name) {
    Entry entry = known.get(name);
    return entry == null ? null : entry.value();
  }

  /** The text of a setting; null if it is missing, or if it is not a text, with a problem. */
  public @Nullable LocatedText text(String name) {
    LocatedValue value = value(name);
    return value == null ? null : value.text();
  }

  /** A whole number; null if it is missing, or if it is not valid, with a problem. */
  public @Nullable Long number(String name, String what, long least, long most) {
    LocatedText text = text(name);
    return text == null ? null : WholeNumberParser.parse(text, what, least, most);
  }

  /** A boolean setting. */
  public boolean flag(String name, boolean byDefault) {
    LocatedText text = text(name);
    if (text == null) {
      return byDefault;
    }
    if (!text.value().equals("true") && !text.value().equals("false")) {
      boolean isYes = List.of("yes", "on", "True", "TRUE").contains(text.value());
      boolean isNo = List.of("no", "off", "False", "FALSE").contains(text.value());
      text.error(
          MessageWords.code(text) + " is neither `true` nor `false`",
          isYes ? "write `true`" : isNo ? "write `false`" : "");
    }
    return text.value().equals("true");
  }

  /** True if the setting is in the file, even if it is misspelled or invalid. */
  public boolean mentions(String name) {
    return mentioned.contains(name);
  }

  /** True if the map has no entries. */
  public boolean isEmpty() {
    return mentioned.isEmpty();
  }

  /** Reports a problem at the name of a setting, if it is present. */
  public void warningAt(String name, String message, String help) {
    Entry entry = known.get(name);
    if (entry != null) {
      entry.name().warning(message, help);
    }
  }

  /** Reports a problem at the name of a setting, if it is present. */
  public void errorAt(String name, String message, String help) {
    Entry entry = known.get(name);
    if (entry != null) {
      entry.name().error(message, help);
    }
  }
}
