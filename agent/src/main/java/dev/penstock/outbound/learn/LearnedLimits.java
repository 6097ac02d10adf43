package dev.penstock.outbound.learn;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one answer teaches.
 *
 * @param refused the call was turned away because there were too many
 * @param pauseUntilMicros no call before that, or {@link #NO_PAUSE}
 * @param unreadable the first field that should have taught something but made no sense; to be
 *     logged once
 */
public record LearnedLimits(
    boolean refused,
    long pauseUntilMicros,
    List<AnnouncedBudget> budgets,
    @Nullable String unreadable) {
  public static final long NO_PAUSE = Long.MIN_VALUE;

  /** Nothing was to be learned. */
  public static final LearnedLimits NONE = new LearnedLimits(false, NO_PAUSE, List.of(), null);

  public LearnedLimits {
    budgets = List.copyOf(budgets);
  }

  /** The answer says when to come back. */
  public boolean sayWhen() {
    return pauseUntilMicros != NO_PAUSE || budgets.stream().anyMatch(AnnouncedBudget::isSpent);
  }
}
