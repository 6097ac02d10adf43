package dev.penstock.pace;

import dev.penstock.pace.Budget.Unit;
import java.math.BigDecimal;
import java.util.StringJoiner;

/** Says what was learned: {@code refused, pause 2s, core 0 of 60 for 7s}. */
final class InWords {
  private InWords() {}

  static String of(Lessons lessons, long now) {
    StringJoiner words = new StringJoiner(", ").setEmptyValue("nothing");
    if (lessons.refused()) {
      words.add("refused");
    }
    if (lessons.pauseUntilMicros() != Lessons.NO_PAUSE) {
      words.add("pause " + seconds(lessons.pauseUntilMicros() - now));
    }
    for (Budget budget : lessons.budgets()) {
      words.add(of(budget, now));
    }
    if (lessons.unreadable() != null) {
      words.add("unreadable " + lessons.unreadable());
    }
    return words.toString();
  }

  private static String of(Budget budget, long now) {
    return budget.policy()
        + " "
        + budget.remaining()
        + (budget.limit() == Budget.UNKNOWN ? "" : " of " + budget.limit())
        + (budget.windowMicros() == Budget.UNKNOWN ? "" : " in " + seconds(budget.windowMicros()))
        + (budget.unit() == Unit.CALLS ? "" : " not calls")
        + " for "
        + seconds(budget.resetMicros() - now);
  }

  private static String seconds(long micros) {
    return BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString() + "s";
  }
}
