package dev.penstock.agent.operator;

import dev.penstock.agent.switches.ModeSwitches;
import dev.penstock.engine.Engine;
import dev.penstock.engine.KeyAllowance;
import dev.penstock.engine.KeyAllowances;
import dev.penstock.limit.LimitDescription;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.KeyState;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.key.KeyTextParser;
import dev.penstock.store.KeyBalance;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Shows an operator what one client has left of a rule, and resets it. */
public final class KeyInspector {
  private final ModeSwitches switches;
  private final Function<RuleSet, Engine> engines;
  private final BiConsumer<String, KeyTextParser> resetInShadow;
  private final AgentLog log;

  /**
   * @param engines creates an engine for rules, over the store in force
   * @param resetInShadow resets a key of a rule in the stores of the comparison
   */
  public KeyInspector(
      ModeSwitches switches,
      Function<RuleSet, Engine> engines,
      BiConsumer<String, KeyTextParser> resetInShadow,
      AgentLog log) {
    this.switches = switches;
    this.engines = engines;
    this.resetInShadow = resetInShadow;
    this.log = log;
  }

  public List<KeyState> peek(String rule, String key) {
    return states(allowances(rule, key));
  }

  public List<KeyState> reset(String rule, String key, String by) {
    List<KeyAllowance> allowances = allowances(rule, key);
    for (KeyAllowance allowance : allowances) {
      allowance.budget().forget(allowance.high(), allowance.low());
    }
    resetInShadow.accept(rule, new KeyTextParser(key));
    switches.countUse();
    log.info(
        "reset by " + by + ": client " + ids(allowances) + " has its full limit of rule " + rule);
    return states(allowances);
  }

  private List<KeyAllowance> allowances(String rule, String key) {
    return switches.withRulesInForce(rules -> allowances(rules, rule, new KeyTextParser(key)));
  }

  /** Uses a new engine for the one rule: it finds the existing budgets and changes nothing. */
  private List<KeyAllowance> allowances(RuleSets rules, String name, KeyTextParser key) {
    for (RuleSet section : List.of(rules.inbound(), rules.outbound())) {
      for (Rule rule : section.rules()) {
        if (rule.name().equals(name)) {
          RuleSet alone = section.with(List.of(rule));
          List<KeyAllowance> found = KeyAllowances.of(engines.apply(alone), name, key);
          if (found.isEmpty()) {
            throw new IllegalArgumentException(noSuchKey(rule));
          }
          return found;
        }
      }
    }
    throw new IllegalArgumentException("there is no rule `" + name + "`");
  }

  private static String noSuchKey(Rule rule) {
    if (rule.quotas().isEmpty()) {
      return "the rule `" + rule.name() + "` learns its limits and has no keys";
    }
    Set<String> keys = new LinkedHashSet<>();
    for (Quota quota : rule.quotas()) {
      keys.add("`" + quota.key() + "`");
    }
    return ("this is not a key of the rule `" + rule.name() + "`, which counts by ")
        + String.join(" and by ", keys)
        + "; keys are written as `explain` shows them, such as `ip=203.0.113.9`, `user=ann`,"
        + " `[ip=203.0.113.9, user=ann]` or `global`";
  }

  private static List<KeyState> states(List<KeyAllowance> allowances) {
    List<KeyState> states = new ArrayList<>();
    for (KeyAllowance allowance : allowances) {
      KeyBalance balance = allowance.budget().look(allowance.high(), allowance.low());
      String limit = LimitDescription.of(balance.limit());
      boolean ofPlan = !allowance.plan().equals(Quota.ANY_PLAN);
      states.add(
          new KeyState(
              allowance.quota().name(),
              ofPlan ? limit + ", with plan " + allowance.plan() : limit,
              id(allowance),
              balance.limit().capacity(),
              balance.remaining(),
              balance.resetMicros()));
    }
    return List.copyOf(states);
  }

  /** Quotas of one rule may count the same client by different keys. */
  private static String ids(List<KeyAllowance> allowances) {
    Set<String> ids = new LinkedHashSet<>();
    for (KeyAllowance allowance : allowances) {
      ids.add(id(allowance));
    }
    return String.join(" and ", ids);
  }

  /** The hash that identifies the client in all output. */
  private static String id(KeyAllowance allowance) {
    return HexFormat.of().toHexDigits(allowance.high());
  }
}
