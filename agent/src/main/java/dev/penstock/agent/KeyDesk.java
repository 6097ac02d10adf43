package dev.penstock.agent;

import dev.penstock.control.KeyState;
import dev.penstock.engine.Engine;
import dev.penstock.engine.Holding;
import dev.penstock.engine.Holdings;
import dev.penstock.key.WrittenKey;
import dev.penstock.limit.LimitWords;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.Quota;
import dev.penstock.rule.Rule;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.RuleSets;
import dev.penstock.store.Balance;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Where an operator asks for what one client has left, and has it forgiven. */
final class KeyDesk {
  private final Switchboard board;
  private final Function<RuleSet, Engine> engines;
  private final BiConsumer<String, WrittenKey> inShadow;
  private final AgentLog log;

  /**
   * @param engines makes an engine of rules, over the store in force
   * @param inShadow forgets what a key has spent of a rule on the sides that are compared
   */
  KeyDesk(
      Switchboard board,
      Function<RuleSet, Engine> engines,
      BiConsumer<String, WrittenKey> inShadow,
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
    List<Holding> holdings = holdings(rule, key);
    for (Holding holding : holdings) {
      holding.budget().forget(holding.high(), holding.low());
    }
    inShadow.accept(rule, new WrittenKey(key));
    board.countUse();
    log.info("reset by " + by + ": what " + ids(holdings) + " has spent of " + rule);
    return states(holdings);
  }

  private List<Holding> holdings(String rule, String key) {
    return board.atRest(rules -> holdings(rules, rule, new WrittenKey(key)));
  }

  /** An engine of the rules in force finds their budgets as they are, and changes nothing. */
  private List<Holding> holdings(RuleSets rules, String name, WrittenKey key) {
    for (RuleSet section : List.of(rules.inbound(), rules.outbound())) {
      for (Rule rule : section.rules()) {
        if (rule.name().equals(name)) {
          RuleSet alone = section.with(List.of(rule));
          List<Holding> found = Holdings.of(engines.apply(alone), name, key);
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

  private static List<KeyState> states(List<Holding> holdings) {
    List<KeyState> states = new ArrayList<>();
    for (Holding holding : holdings) {
      Balance balance = holding.budget().look(holding.high(), holding.low());
      String limit = LimitWords.of(balance.limit());
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
  private static String ids(List<Holding> holdings) {
    Set<String> ids = new LinkedHashSet<>();
    for (Holding holding : holdings) {
      ids.add(id(holding));
    }
    return String.join(" and ", ids);
  }

  /** As clients are called wherever they are shown. */
  private static String id(Holding holding) {
    return HexFormat.of().toHexDigits(holding.high());
  }
}
