package dev.penstock.shadow;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules of both sides by name: one that both have is one row. */
final class ComparedRows {
  /** What turns calls away that no rule is for, under too much load. */
  private static final String SHEDDING = "shed";

  private final Map<String, Integer> byName = new LinkedHashMap<>();

  /** Rules that are in a file; others are shown only if there is something to show. */
  private final Set<String> written = new HashSet<>();

  private final List<String> names;
  private final Map<String, String> before;
  private final Map<String, String> after;

  ComparedRows(RuleSet old, RuleSet next) {
    before = add(old);
    after = add(next);
    if (old.settings().shedding() != null || next.settings().shedding() != null) {
      byName.putIfAbsent(SHEDDING, byName.size());
      written.add(SHEDDING);
    }
    names = List.copyOf(byName.keySet());
  }

  private Map<String, String> add(RuleSet rules) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Rule rule : rules.rules()) {
      written.add(rule.name());
    }
    for (Rule rule : rules.all()) {
      byName.putIfAbsent(rule.name(), byName.size());
      if (rules.mode() == Mode.ENFORCE && rule.mode() == Mode.ENFORCE) {
        texts.put(rule.name(), text(rule));
      }
    }
    return texts;
  }

  private static String text(Rule rule) {
    StringBuilder text = new StringBuilder();
    for (Quota quota : rule.quotas()) {
      text.append(text.length() == 0 ? "" : " and ").append(quota);
      if (!quota.algorithm().isEmpty() && !quota.algorithm().equals("concurrency")) {
        text.append(", ").append(quota.algorithm());
      }
    }
    if (rule.enforcedPercent() < Rule.ALL) {
      text.append(" for ").append(rule.enforcedPercent()).append(" % of its keys");
    }
    return text.length() == 0 ? "what answers teach" : text.toString();
  }

  int count() {
    return byName.size();
  }

  List<String> names() {
    return names;
  }

  /** The row of each rule of one side. */
  int[] of(RuleSet side) {
    int[] rows = new int[side.all().size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(side.all().get(i).name());
    }
    return rows;
  }

  int row(String name) {
    return byName.getOrDefault(name, -1);
  }

  int sheddingRow() {
    return row(SHEDDING);
  }

  /** What the rules say, with how often. */
  List<RuleCounts> with(AgreementCounts[] counts) {
    List<RuleCounts> rules = new ArrayList<>();
    for (int row = 0; row < counts.length; row++) {
      String name = names.get(row);
      if (!written.contains(name) && counts[row].total() == 0) {
        continue;
      }
      rules.add(new RuleCounts(name, before.get(name), after.get(name), counts[row]));
    }
    return rules;
  }
}
