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
 * The behavior that a file must have after its promotion, for comparison.
 *
 * @param isOff true if the mode of the file is {@code off}
 * @param store the store settings
 * @param plans the plans of clients
 * @param rules the behavior of each rule, in the order of the file
 */
record PromotedMeaning(
    boolean isOff, @Nullable StoreSettings store, String plans, List<String> rules) {
  /** The behavior of a file with this store and these rules instead of its own. */
  static PromotedMeaning of(RuleSets file, @Nullable StoreSettings store, List<Rule> rules) {
    List<String> meanings = new ArrayList<>();
    for (Rule rule : rules) {
      meanings.add(meaning(rule));
    }
    return new PromotedMeaning(file.mode() == Mode.OFF, store, plans(file), meanings);
  }

  /**
   * Includes the content of the table, since a relative path can name another table after the move.
   */
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
