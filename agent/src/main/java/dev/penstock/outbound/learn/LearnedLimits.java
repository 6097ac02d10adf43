package dev.penstock.outbound.learn;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one response announces about the limits of its server.
 *
 * @param rejected true if the server rejected the call because of a limit
 * @param pauseUntilMicros the time before which no call should start, or {@link #NO_PAUSE}
 * @param unreadable the first header that could not be parsed; null if there is none
 */
public record LearnedLimits(
    boolean rejected,
    long pauseUntilMicros,
    List<AnnouncedBudget> budgets,
    @Nullable String unreadable) {
  public static final long NO_PAUSE = Long.MIN_VALUE;

  /** The response announces nothing. */
  public static final LearnedLimits NONE = new LearnedLimits(false, NO_PAUSE, List.of(), null);

  public LearnedLimits {
    budgets = List.copyOf(budgets);
  }

  /** True if the response says when to try again. */
  public boolean hasRetryTime() {
    return pauseUntilMicros != NO_PAUSE || budgets.stream().anyMatch(AnnouncedBudget::isSpent);
  }
}
