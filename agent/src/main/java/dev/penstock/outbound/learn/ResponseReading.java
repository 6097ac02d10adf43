package dev.penstock.outbound.learn;

import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.learn.AnnouncedBudget.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One answer that is being read, and what has been found in it so far. */
final class ResponseReading {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int FORBIDDEN = 403;

  /** GitHub's advice for the limits that it does not count for its callers. */
  private static final long GITHUB_PAUSE_MICROS = 60_000_000;

  private final OutboundResponse answer;
  private final ResponseTime moment;
  private final long capMicros;
  private List<AnnouncedBudget> budgets = List.of();
  private long pauseUntilMicros = LearnedLimits.NO_PAUSE;
  private boolean found;
  private boolean spentForLong;
  private @Nullable String unreadable;

  ResponseReading(OutboundResponse answer, ResponseTime moment, long capMicros) {
    this.answer = answer;
    this.moment = moment;
    this.capMicros = capMicros;
  }

  int status() {
    return answer.status();
  }

  ResponseTime moment() {
    return moment;
  }

  @Nullable String field(String name) {
    String value = answer.field(name);
    found |= value != null;
    return value;
  }

  /** A number or time that was read from this field; complains if it could not be. */
  long checked(String name, long value) {
    if (value == DecimalParser.UNREADABLE) {
      complain(name);
      return FieldNumbers.NONE;
    }
    return value;
  }

  void complain(String name) {
    unreadable = unreadable == null ? name : unreadable;
  }

  /** No call before that. */
  void pause(long untilMicros) {
    if (untilMicros > moment.nowMicros()) {
      long latest = moment.nowMicros() + capMicros;
      pauseUntilMicros = Math.max(pauseUntilMicros, Math.min(untilMicros, latest));
    }
  }

  /** This is left until then; what is over already, or far away, is no lesson. */
  void budget(AnnouncedBudget budget) {
    long lasts = budget.resetMicros() - moment.nowMicros();
    if (budget.remaining() < 0 || lasts <= 0) {
      return;
    }
    if (lasts > capMicros) {
      spentForLong |= budget.isSpent();
      return;
    }
    budgets = budgets.isEmpty() ? new ArrayList<>() : budgets;
    budgets.add(budget);
  }

  void budget(String policy, Unit unit, long remaining, long resetMicros, long limit) {
    budget(
        new AnnouncedBudget(policy, unit, remaining, resetMicros, limit, AnnouncedBudget.UNKNOWN));
  }

  LearnedLimits lessons() {
    boolean tooMany = status() == TOO_MANY_REQUESTS;
    if ((!found && !tooMany) || isFromCache()) {
      return LearnedLimits.NONE;
    }
    boolean spent = spentForLong || budgets.stream().anyMatch(AnnouncedBudget::isSpent);
    boolean refused =
        tooMany || pauseUntilMicros != LearnedLimits.NO_PAUSE || (status() == FORBIDDEN && spent);
    if (pauseUntilMicros != LearnedLimits.NO_PAUSE) {
      // The draft: Retry-After takes precedence. It may well be earlier than the reset.
      budgets = budgets.stream().filter(budget -> !budget.isSpent()).toList();
    } else if (refused && spentForLong) {
      pause(Long.MAX_VALUE);
    } else if (tooMany && !spent && answer.field("X-RateLimit-Resource") != null) {
      pause(moment.nowMicros() + GITHUB_PAUSE_MICROS);
    }
    return new LearnedLimits(refused, pauseUntilMicros, budgets, unreadable);
  }

  private boolean isFromCache() {
    String age = answer.field("Age");
    return age != null && FieldNumbers.largest(age) > 0;
  }
}
