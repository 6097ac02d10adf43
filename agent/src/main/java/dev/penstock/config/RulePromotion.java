package dev.penstock.config;

import dev.penstock.config.Value.Entry;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts what a rule has in shadow in force, in the text of its file. */
final class RulePromotion {
  private final Value written;
  private final Rule rule;
  private final Section section;
  private final MapRewrite map;

  private RulePromotion(Value written, Rule rule, Section section, MapRewrite map) {
    this.written = written;
    this.rule = rule;
    this.section = section;
    this.map = map;
  }

  /** Changes a rule that is written like this and means that. */
  static void promote(
      Value written, Rule rule, Section section, Edits edits, CommentLines comments) {
    // A rule that is off without a candidate is no more in shadow than one that is not there.
    if (rule.candidate() != null || rule.mode() != Mode.OFF) {
      MapRewrite map = MapRewrite.of(written, edits, comments);
      new RulePromotion(written, rule, section, map).promote();
      map.finish();
    }
  }

  private void promote() {
    Settings settings = written.settings(section.ruleKeys());
    ShadowBlock block = settings == null ? null : ShadowBlock.of(settings, section);
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

  private static boolean isLeftBehind(String name, @Nullable ShadowBlock block) {
    return block != null
        && !List.of("shadow", "mode", "enforce").contains(name)
        && !block.isInherited(name);
  }

  private static List<Entry> inOrder(Entry block, Map<String, Entry> some) {
    List<Entry> ordered = new ArrayList<>(entries(block.value()));
    ordered.removeIf(entry -> !some.containsKey(entry.name().value()));
    return ordered;
  }

  private static List<Entry> entries(@Nullable Value map) {
    List<Entry> entries = map == null ? null : map.entries();
    return entries == null ? List.of() : entries;
  }
}
