package dev.penstock.agent;

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

/** Where an operator asks for what one client has left, and has it forgiven. */
final class KeyInspector {
  private final ModeSwitches board;
  private final Function<RuleSet, Engine> engines;
  private final BiConsumer<String, KeyTextParser> inShadow;
  private final AgentLog log;

  /**
   * @param engines makes an engine of rules, over the store in force
   * @param inShadow forgets what a key has spent of a rule on the sides that are compared
   */
  KeyInspector(
      ModeSwitches board,
      Function<RuleSet, Engine> engines,
      BiConsumer<String, KeyTextParser> inShadow,
      AgentLog log) {
    this.board = board;
    this.engines = engines;
    this.inShadow = inShadow;
    this.log = log;
  }

  List<KeyState> peek(String rule, String key) {
    return states(holdings(rule, key));
  }

  List<KeyState> reset(String rule, String key, String by) {
    List<KeyAllowance> holdings = holdings(rule, key);
    for (KeyAllowance holding : holdings) {
      holding.budget().forget(holding.high(), holding.low());
    }
    inShadow.accept(rule, new KeyTextParser(key));
    board.countUse();
    log.info("reset by " + by + ": what " + ids(holdings) + " has spent of " + rule);
    return states(holdings);
  }

  private List<KeyAllowance> holdings(String rule, String key) {
    return board.atRest(rules -> holdings(rules, rule, new KeyTextParser(key)));
  }

  /** An engine of the rules in force finds their budgets as they are, and changes nothing. */
  private List<KeyAllowance> holdings(RuleSets rules, String name, KeyTextParser key) {
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
      return "the rule `" + rule.name() + "` learns its limits, and counts nobody";
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

  private static List<KeyState> states(List<KeyAllowance> holdings) {
    List<KeyState> states = new ArrayList<>();
    for (KeyAllowance holding : holdings) {
      KeyBalance balance = holding.budget().look(holding.high(), holding.low());
      String limit = LimitDescription.of(balance.limit());
      boolean ofPlan = !holding.plan().equals(Quota.ANY_PLAN);
      states.add(
          new KeyState(
              holding.quota().name(),
              ofPlan ? limit + ", with plan " + holding.plan() : limit,
              id(holding),
              balance.limit().capacity(),
              balance.remaining(),
              balance.resetMicros()));
    }
    return List.copyOf(states);
  }

  /** Quotas of a rule may count the same client by different keys. */
  private static String ids(List<KeyAllowance> holdings) {
    Set<String> ids = new LinkedHashSet<>();
    for (KeyAllowance holding : holdings) {
      ids.add(id(holding));
    }
    return String.join(" and ", ids);
  }

  /** As clients are called wherever they are shown. */
  private static String id(KeyAllowance holding) {
    return HexFormat.of().toHexDigits(holding.high());
  }
}
