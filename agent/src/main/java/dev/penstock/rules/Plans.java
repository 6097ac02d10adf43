package dev.penstock.rules;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeySource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which plan a caller has.
 *
 * @param from what identifies it
 * @param table the plan of each value; null if the value is the plan's name itself
 * @param defaultPlan the plan of those who are not in the table or lack the key
 */
public record Plans(KeySource from, @Nullable Map<String, String> table, String defaultPlan) {
  /** The name of the caller's plan. */
  public String planOf(KeyContext context) {
    String value = from.value(context);
    if (value == null) {
      return defaultPlan;
    }
    String plan = table == null ? value : table.get(value);
    return plan == null ? defaultPlan : plan;
  }
}
