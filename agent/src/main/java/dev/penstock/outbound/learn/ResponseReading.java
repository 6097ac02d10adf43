package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what the headers of one response announce. */
final class ResponseReading {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FORBIDDEN = 403;

  /** GitHub's documentation recommends a minute for limits that it does not announce. */
  private static final long GITHUB_PAUSE_MICROS = 60_000_000;

  private final OutboundResponse response;
  private final ResponseTime time;
  private final long capMicros;
  private List<AnnouncedBudget> budgets = List.of();
  private long pauseUntilMicros = LearnedLimits.NO_PAUSE;
  private boolean foundAny;
  private boolean isSpentBeyondCap;
  private @Nullable String unreadable;

  ResponseReading(OutboundResponse response, ResponseTime time, long capMicros) {
    this.response = response;
    this.time = time;
    this.capMicros = capMicros;
  }

  int status() {
    return response.status();
  }

  ResponseTime time() {
    return time;
  }

  @Nullable String field(String name) {
    String value = response.field(name);
    foundAny |= value != null;
    return value;
  }

  /** Returns the value that was parsed from a header; if it is not readable, notes that. */
  long checked(String name, long value) {
    if (value == DecimalParser.UNREADABLE) {
      noteUnreadable(name);
      return FieldNumbers.NONE;
    }
    return value;
  }

  void noteUnreadable(String name) {
    unreadable = unreadable == null ? name : unreadable;
  }

  /** Adds a time before which no call should start. */
  void addPause(long untilMicros) {
    if (untilMicros > time.nowMicros()) {
      long latest = time.nowMicros() + capMicros;
      pauseUntilMicros = Math.max(pauseUntilMicros, Math.min(untilMicros, latest));
    }
  }

  /** Adds a budget; ignores it if its reset is in the past or further away than the cap. */
  void addBudget(AnnouncedBudget budget) {
    long untilReset = budget.resetMicros() - time.nowMicros();
    if (budget.remaining() < 0 || untilReset <= 0) {
      return;
    }
    if (untilReset > capMicros) {
      isSpentBeyondCap |= budget.isSpent();
      return;
    }
    budgets = budgets.isEmpty() ? new ArrayList<>() : budgets;
    budgets.add(budget);
  }

  LearnedLimits result() {
    boolean tooMany = status() == TOO_MANY_REQUESTS;
    if ((!foundAny && !tooMany) || isFromCache()) {
      return LearnedLimits.NONE;
    }
    boolean spent = isSpentBeyondCap || budgets.stream().anyMatch(AnnouncedBudget::isSpent);
    boolean rejected =
        tooMany || pauseUntilMicros != LearnedLimits.NO_PAUSE || (status() == FORBIDDEN && spent);
    if (pauseUntilMicros != LearnedLimits.NO_PAUSE) {
      // The draft: Retry-After takes precedence. It may be earlier than the reset.
      budgets = budgets.stream().filter(budget -> !budget.isSpent()).toList();
    } else if (rejected && isSpentBeyondCap) {
      addPause(Long.MAX_VALUE);
    } else if (tooMany && !spent && response.field("X-RateLimit-Resource") != null) {
      addPause(time.nowMicros() + GITHUB_PAUSE_MICROS);
    }
    return new LearnedLimits(rejected, pauseUntilMicros, budgets, unreadable);
  }

  private boolean isFromCache() {
    String age = response.field("Age");
    return age != null && FieldNumbers.largest(age) > 0;
  }
}
