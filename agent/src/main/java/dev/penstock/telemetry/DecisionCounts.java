package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.store.Claim;
import java.util.List;

/** Counts the decisions of one engine. */
public final class DecisionCounts {
  /*
   * Every admitted call passes through here, so this looks up its row once and then only
   * increments. The remaining share costs a division or two, as much as all the rest. It is
   * therefore sampled for about one call in 32, which is enough for its distribution.
   */
  private static final long SECOND_MICROS = 1_000_000;

  /** For a rejected client that has disconnected before the decision. */
  private static final RejectionResponse NO_RESPONSE =
      new RejectionResponse(/* status= */ 0, List.of(), "", "");

  private static final int ADMITTED = Outcomes.index(Outcome.ADMITTED);

  private final CallCounts calls;

  /** In the order of the rules file. */
  private final RuleCounters[] rules;

  /** The group of outcomes of each rule. */
  private final int[] outcomeIds;

  public DecisionCounts(CallCounts calls, RuleSet ruleSet) {
    this.calls = calls;
    List<Rule> all = ruleSet.all();
    rules = new RuleCounters[all.size()];
    outcomeIds = new int[rules.length];
    for (int i = 0; i < rules.length; i++) {
      rules[i] = calls.rule(all.get(i).name());
      outcomeIds[i] = rules[i].outcomesId();
    }
  }

  /** Counts a call that is finally admitted. */
  public void admitted(Decision decision) {
    CounterRow row = rowOf(decision);
    if (decision.isExempt()) {
      calls.count(row, Outcome.EXEMPT);
      return;
    }
    int all = countRules(row, decision);
    if (all == 0) {
      calls.count(row, Outcome.ADMITTED);
    } else {
      countRemarkable(row, all);
    }
    if (row.isSampled()) {
      sampleRemaining(row, decision);
    }
  }

  /** Returns the row of the calling thread; cached in the decision, which is faster. */
  private CounterRow rowOf(Decision decision) {
    if (decision.attachment() instanceof CounterRow row && row.counters() == calls.counters()) {
      return row;
    }
    CounterRow row = calls.counters().row();
    decision.attachment(row);
    return row;
  }

  private void countRemarkable(CounterRow row, int remarks) {
    calls.count(row, outcome(remarks));
    if ((remarks & Claim.OVERFLOW) != 0) {
      calls.count(row, Outcome.OVERFLOW);
    }
  }

  private static void countRemarkable(CounterRow row, RuleCounters rule, int remarks) {
    rule.count(row, outcome(remarks));
    if ((remarks & Claim.OVERFLOW) != 0) {
      rule.count(row, Outcome.OVERFLOW);
    }
  }

  private void sampleRemaining(CounterRow row, Decision decision) {
    for (int i = 0; i < decision.quotas(); i++) {
      rules[decision.ruleIndex(i)].remaining(row, decision, i);
    }
  }

  private static Outcome outcome(int remarks) {
    return (remarks & Claim.LET_THROUGH) == 0 ? Outcome.ADMITTED : Outcome.FAILED_OPEN;
  }

  private int countRules(CounterRow row, Decision decision) {
    int all = 0;
    int quotas = decision.quotas();
    for (int i = 0; i < quotas; ) {
      int place = decision.ruleIndex(i);
      int remarks = 0;
      // Quotas of one rule are adjacent.
      do {
        remarks |= decision.remarks(i);
        i++;
      } while (i < quotas && decision.ruleIndex(i) == place);
      if (remarks == 0) {
        row.add(outcomeIds[place], Outcomes.COUNT, ADMITTED, 1);
      } else {
        countRemarkable(row, rules[place], remarks);
      }
      all |= remarks;
    }
    return all;
  }

  /** Counts a call whose client disconnected before the decision. */
  public void abandoned(Decision decision) {
    if (decision.isRejected()) {
      rejected(decision, NO_RESPONSE);
    } else {
      admitted(decision);
    }
  }

  /** Counts a rejected call. */
  public void rejected(Decision decision, RejectionResponse response) {
    CounterRow row = calls.counters().row();
    if (decision.isShed()) {
      calls.count(row, Outcome.SHED);
      return;
    }
    calls.count(row, Outcome.REJECTED);
    int denied = decision.deniedRuleIndex();
    int place = denied >= 0 ? denied : decision.ruleIndex(decision.tightest());
    RuleCounters rule = rules[place];
    rule.count(row, Outcome.REJECTED);
    noteRetryAfter(row, rule, response);
    if (denied < 0) {
      calls.rejectedClient(rule, decision.keyHash(decision.tightest()));
      if ((countOtherRejections(row, decision, place) & Claim.OVERFLOW) != 0) {
        calls.count(row, Outcome.OVERFLOW);
      }
    }
  }

  /** Counts the call for the other rules that reject it too. */
  private int countOtherRejections(CounterRow row, Decision decision, int counted) {
    int all = 0;
    int quotas = decision.quotas();
    for (int i = 0; i < quotas; ) {
      int place = decision.ruleIndex(i);
      int remarks = 0;
      boolean rejects = false;
      do {
        remarks |= decision.remarks(i);
        rejects |= decision.waitMicros(i) > 0;
        i++;
      } while (i < quotas && decision.ruleIndex(i) == place);
      if (rejects && place != counted) {
        rules[place].count(row, Outcome.REJECTED);
      }
      if ((remarks & Claim.OVERFLOW) != 0) {
        rules[place].count(row, Outcome.OVERFLOW);
      }
      all |= remarks;
    }
    return all;
  }

  private static void noteRetryAfter(
      CounterRow row, RuleCounters rule, RejectionResponse response) {
    for (HeaderField field : response.fields()) {
      if (field.name().equals("Retry-After")) {
        rule.retryAfter(row, SECOND_MICROS * Long.parseLong(field.value()));
        return;
      }
    }
  }
}
