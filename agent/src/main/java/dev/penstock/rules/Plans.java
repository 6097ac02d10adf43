package dev.penstock.rules;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeySource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maps clients to plans.
 *
 * @param from the key source that identifies the client
 * @param table the plan of each key value; null if the value is itself the name of the plan
 * @param defaultPlan the plan of clients that are not in the table or do not send the key
 */
public record Plans(KeySource from, @Nullable Map<String, String> table, String defaultPlan) {
  /** The name of the client's plan. */
  public String planOf(KeyContext context) {
    String value = from.value(context);
    if (value == null) {
      return defaultPlan;
    }
    String plan = table == null ? value : table.get(value);
    return plan == null ? defaultPlan : plan;
  }
}
