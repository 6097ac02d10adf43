package dev.penstock.rules.cutover;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.config.Section;
import dev.penstock.rules.config.ShadowBlockParser;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.LocatedValue.Entry;
import dev.penstock.rules.config.text.SettingsMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Edits the text of one rule so that its shadow settings become active. */
final class RulePromotion {
  private final LocatedValue written;
  private final Rule rule;
  private final Section section;
  private final MapRewrite map;

  private RulePromotion(LocatedValue written, Rule rule, Section section, MapRewrite map) {
    this.written = written;
    this.rule = rule;
    this.section = section;
    this.map = map;
  }

  /** Edits the text {@code written} of {@code rule}. */
  static void promote(
      LocatedValue written, Rule rule, Section section, TextEdits edits, CommentLines comments) {
    // A rule that is off and has no candidate has no shadow settings to promote.
    if (rule.candidate() != null || rule.mode() != Mode.OFF) {
      MapRewrite map = MapRewrite.of(written, edits, comments);
      new RulePromotion(written, rule, section, map).promote();
      map.finish();
    }
  }

  private void promote() {
    SettingsMap settings = written.settings(section.ruleKeys());
    ShadowBlockParser block = settings == null ? null : ShadowBlockParser.of(settings, section);
    Map<String, Entry> fresh = new HashMap<>();
    for (Entry entry : entries(settings == null ? null : settings.value("shadow"))) {
      fresh.put(entry.name().value(), entry);
    }
    for (Entry own : entries(written)) {
      String name = own.name().value();
      Entry by = fresh.remove(name);
      if (by != null) {
        map.replace(own, by);
      } else if (isMilder(name) || isLeftBehind(name, block)) {
        map.remove(own);
      }
    }
    for (Entry own : entries(written)) {
      if (own.name().value().equals("shadow")) {
        map.dissolve(own, inOrder(own, fresh));
      }
    }
  }

  private boolean isMilder(String name) {
    return (name.equals("mode") && rule.mode() == Mode.SHADOW)
        || (name.equals("enforce") && rule.enforcedPercent() < Rule.ALL);
  }

  private static boolean isLeftBehind(String name, @Nullable ShadowBlockParser block) {
    return block != null
        && !List.of("shadow", "mode", "enforce").contains(name)
        && !block.isInherited(name);
  }

  private static List<Entry> inOrder(Entry block, Map<String, Entry> some) {
    List<Entry> ordered = new ArrayList<>(entries(block.value()));
    ordered.removeIf(entry -> !some.containsKey(entry.name().value()));
    return ordered;
  }

  private static List<Entry> entries(@Nullable LocatedValue map) {
    List<Entry> entries = map == null ? null : map.entries();
    return entries == null ? List.of() : entries;
  }
}
