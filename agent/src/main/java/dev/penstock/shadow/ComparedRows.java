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

/** Assigns a row to each rule of both sides by name; a rule that both sides have is one row. */
final class ComparedRows {
  /** The row for calls that are rejected by load shedding, not by a rule. */
  private static final String SHEDDING = "shed";

  private final Map<String, Integer> byName = new LinkedHashMap<>();

  /** Rules that are in a file; implicit rules are shown only if they applied. */
  private final Set<String> inFile = new HashSet<>();

  private final List<String> names;
  private final Map<String, String> enforcedTexts;
  private final Map<String, String> candidateTexts;

  ComparedRows(RuleSet enforced, RuleSet candidate) {
    enforcedTexts = add(enforced);
    candidateTexts = add(candidate);
    if (enforced.settings().shedding() != null || candidate.settings().shedding() != null) {
      byName.putIfAbsent(SHEDDING, byName.size());
      inFile.add(SHEDDING);
    }
    names = List.copyOf(byName.keySet());
  }

  private Map<String, String> add(RuleSet rules) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Rule rule : rules.rules()) {
      inFile.add(rule.name());
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
    return text.length() == 0 ? "limits learned from responses" : text.toString();
  }

  int count() {
    return byName.size();
  }

  List<String> names() {
    return names;
  }

  /** The row of each rule of one side, by the index of the rule. */
  int[] of(RuleSet side) {
    int[] rows = new int[side.all().size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(side.all().get(i).name());
    }
    return rows;
  }

  /** The row of a rule; -1 if neither side has it. */
  int row(String name) {
    return byName.getOrDefault(name, -1);
  }

  int sheddingRow() {
    return row(SHEDDING);
  }

  /** The rules of all rows with their counts. */
  List<RuleCounts> with(AgreementCounts[] counts) {
    List<RuleCounts> rules = new ArrayList<>();
    for (int row = 0; row < counts.length; row++) {
      String name = names.get(row);
      if (!inFile.contains(name) && counts[row].total() == 0) {
        continue;
      }
      rules.add(
          new RuleCounts(name, enforcedTexts.get(name), candidateTexts.get(name), counts[row]));
    }
    return rules;
  }
}
