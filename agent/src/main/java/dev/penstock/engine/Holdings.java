package dev.penstock.engine;

import dev.penstock.key.Caller;
import dev.penstock.key.WrittenKey;
import java.util.ArrayList;
import java.util.List;

/** Finds what one key may have, without a call of its. */
public final class Holdings {
  private Holdings() {}

  /**
   * What a key may have of each quota of a rule that counts by such keys; nothing if none does, or
   * if there is no such rule.
   */
  public static List<Holding> of(Engine engine, String rule, WrittenKey key) {
    List<Holding> holdings = new ArrayList<>();
    Caller caller = new Caller(engine.secret);
    for (ActiveRule each : engine.rules) {
      if (each.rule().name().equals(rule)) {
        for (Meter meter : each.meters()) {
          if (key.find(meter.key(), caller, engine.ruleSet().clientAddress())) {
            meter.addTo(holdings, caller.hash());
          }
        }
      }
    }
    return holdings;
  }
}
