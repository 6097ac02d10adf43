package dev.penstock.outbound.learn;

import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.math.BigDecimal;
import java.util.StringJoiner;

/** Writes learned limits as text, such as {@code rejected, pause 2s, core 0 of 60 for 7s}. */
final class LimitsText {
  private LimitsText() {}

  static String of(LearnedLimits learned, long now) {
    StringJoiner words = new StringJoiner(", ").setEmptyValue("nothing");
    if (learned.rejected()) {
      words.add("rejected");
    }
    if (learned.pauseUntilMicros() != LearnedLimits.NO_PAUSE) {
      words.add("pause " + seconds(learned.pauseUntilMicros() - now));
    }
    for (AnnouncedBudget budget : learned.budgets()) {
      words.add(of(budget, now));
    }
    if (learned.unreadable() != null) {
      words.add("unreadable " + learned.unreadable());
    }
    return words.toString();
  }

  private static String of(AnnouncedBudget budget, long now) {
    return budget.policy()
        + " "
        + budget.remaining()
        + (budget.limit() == AnnouncedBudget.UNKNOWN ? "" : " of " + budget.limit())
        + (budget.windowMicros() == AnnouncedBudget.UNKNOWN
            ? ""
            : " in " + seconds(budget.windowMicros()))
        + (budget.unit() == Unit.CALLS ? "" : " not calls")
        + " for "
        + seconds(budget.resetMicros() - now);
  }

  private static String seconds(long micros) {
    return BigDecimal.valueOf(micros, 6).stripTrailingZeros().toPlainString() + "s";
  }
}
