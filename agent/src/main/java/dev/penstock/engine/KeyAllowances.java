package dev.penstock.engine;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyTextParser;
import java.util.ArrayList;
import java.util.List;

/** Finds what a key that an operator names may spend, without a call of that client. */
public final class KeyAllowances {
  private KeyAllowances() {}

  /**
   * What a key may spend of each quota of a rule that counts by such keys; empty if there is no
   * such quota or rule.
   */
  public static List<KeyAllowance> of(Engine engine, String rule, KeyTextParser key) {
    List<KeyAllowance> allowances = new ArrayList<>();
    KeyContext context = new KeyContext(engine.secret);
    for (ActiveRule each : engine.rules) {
      if (each.rule().name().equals(rule)) {
        for (ActiveQuota quota : each.quotas()) {
          if (key.find(quota.key(), context, engine.ruleSet().clientAddress())) {
            quota.addAllowances(allowances, context.hash());
          }
        }
      }
    }
    return allowances;
  }
}
