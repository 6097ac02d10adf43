package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RejectionResponse;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSet;
import dev.penstock.store.Claim;
import java.util.List;

/** Counts what one engine decides. */
public final class DecisionCounts {
  /*
   * Every call that is admitted comes by here, so this finds its row once and then adds ones. How
   * much a client has left costs a division or two, which is as much as all of that: it is looked at
   * for one call of about 32, which is enough to see how it is spread.
   */
  private static final long SECOND_MICROS = 1_000_000;

  /** What somebody is told who is not there. */
  private static final RejectionResponse NO_WORDS =
      new RejectionResponse(/* status= */ 0, List.of(), "", "");

  private static final int ADMITTED = Outcomes.place(Outcome.ADMITTED);

  private final CallCounts calls;

  /** In the order of the file. */
  private final RuleCounters[] rules;

  /** The tallies of their outcomes. */
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

  /** The call goes on: nothing more will be decided about it. */
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
    if (row.looksCloser()) {
      lookCloser(row, decision);
    }
  }

  /** The calling thread's row, kept with its decision: that is quicker than to look it up. */
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

  private void lookCloser(CounterRow row, Decision decision) {
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
      // The quotas of a rule follow each other.
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

  /** The call had left before it was decided. */
  public void left(Decision decision) {
    if (decision.isRejected()) {
      refused(decision, NO_WORDS);
    } else {
      admitted(decision);
    }
  }

  /** The call was turned away with these words. */
  public void refused(Decision decision, RejectionResponse refusal) {
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
    noteRetryAfter(row, rule, refusal);
    if (denied < 0) {
      calls.limited(rule, decision.keyHash(decision.tightest()));
      if ((countOthers(row, decision, place) & Claim.OVERFLOW) != 0) {
        calls.count(row, Outcome.OVERFLOW);
      }
    }
  }

  /** A call may be too much for several rules. */
  private int countOthers(CounterRow row, Decision decision, int counted) {
    int all = 0;
    int quotas = decision.quotas();
    for (int i = 0; i < quotas; ) {
      int place = decision.ruleIndex(i);
      int remarks = 0;
      boolean refuses = false;
      do {
        remarks |= decision.remarks(i);
        refuses |= decision.waitMicros(i) > 0;
        i++;
      } while (i < quotas && decision.ruleIndex(i) == place);
      if (refuses && place != counted) {
        rules[place].count(row, Outcome.REJECTED);
      }
      if ((remarks & Claim.OVERFLOW) != 0) {
        rules[place].count(row, Outcome.OVERFLOW);
      }
      all |= remarks;
    }
    return all;
  }

  private static void noteRetryAfter(CounterRow row, RuleCounters rule, RejectionResponse refusal) {
    for (HeaderField field : refusal.fields()) {
      if (field.name().equals("Retry-After")) {
        rule.retryAfter(row, SECOND_MICROS * Long.parseLong(field.value()));
        return;
      }
    }
  }
}
