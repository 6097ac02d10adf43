package dev.penstock.rules.cutover;

import dev.penstock.rules.Mode;
import dev.penstock.rules.Plans;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.StoreSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a file must mean once it is promoted.
 *
 * @param isOff true if nothing in it is looked at
 * @param store where counts are kept
 * @param plans who has which plan
 * @param rules what each rule does, in the order of the file
 */
record PromotedMeaning(
    boolean isOff, @Nullable StoreSettings store, String plans, List<String> rules) {
  /** Of a file with this store and these rules instead of its own. */
  static PromotedMeaning of(RuleSets file, @Nullable StoreSettings store, List<Rule> rules) {
    List<String> meanings = new ArrayList<>();
    for (Rule rule : rules) {
      meanings.add(meaning(rule));
    }
    return new PromotedMeaning(file.mode() == Mode.OFF, store, plans(file), meanings);
  }

  /** Beside another file, a table of the same name may be another one. */
  private static String plans(RuleSets rules) {
    Plans plans = rules.inbound().settings().plans();
    Map<String, String> table = plans == null ? null : plans.table();
    String who = plans == null ? "" : plans.from() + " or " + plans.defaultPlan();
    return who + (table == null ? "" : new TreeMap<>(table).toString());
  }

  private static String meaning(Rule rule) {
    StringBuilder meaning = new StringBuilder(rule.name()).append(rule.answer());
    for (Quota quota : rule.quotas()) {
      meaning.append(quota.name()).append(quota.rate()).append(quota.algorithm());
    }
    return meaning.append(rule.meaning()).toString();
  }
}
