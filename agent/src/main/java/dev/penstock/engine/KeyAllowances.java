package dev.penstock.engine;

import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.key.KeyTextParser;
import java.util.ArrayList;
import java.util.List;

/** Finds what one key may have, without a call of its. */
public final class KeyAllowances {
  private KeyAllowances() {}

  /**
   * What a key may have of each quota of a rule that counts by such keys; nothing if none does, or
   * if there is no such rule.
   */
  public static List<KeyAllowance> of(Engine engine, String rule, KeyTextParser key) {
    List<KeyAllowance> holdings = new ArrayList<>();
    KeyContext context = new KeyContext(engine.secret);
    for (ActiveRule each : engine.rules) {
      if (each.rule().name().equals(rule)) {
        for (ActiveQuota quota : each.quotas()) {
          if (key.find(quota.key(), context, engine.ruleSet().clientAddress())) {
            quota.addTo(holdings, context.hash());
          }
        }
      }
    }
    return holdings;
  }
}
