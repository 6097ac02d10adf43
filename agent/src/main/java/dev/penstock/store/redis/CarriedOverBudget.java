package dev.penstock.store.redis;

import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A budget as it was before the latest reloads, and which keys have taken over what they had spent
 * there.
 */
final class CarriedOverBudget {
  /*
   * Redis keeps a key of an earlier limit for as long as it counts. So there may be several: a
   * limit may have changed from A to B and on to C before a key was used again, and what it had
   * spent under A is not known under B then.
   *
   * A key that is carried over twice is not charged twice: the script only raises what it has
   * spent. So to forget which keys were carried over costs some questions and nothing else.
   */
  private static final int MOST_REMEMBERED = 100_000;

  private final List<Former> formers;
  private final Set<Caller> done = ConcurrentHashMap.newKeySet();

  /**
   * How the budget was judged and what its keys were called.
   *
   * @param untilMicros when nothing of it counts any more
   */
  record Former(ScriptedLimit scripted, RedisKeyNames keys, long untilMicros) {}

  private record Caller(long high, long low) {}

  private CarriedOverBudget(List<Former> formers) {
    this.formers = formers;
  }

  /**
   * What keys may have spent under earlier terms, other than those that are kept by the same names
   * as now; null if there are none.
   */
  static @Nullable CarriedOverBudget from(
      RedisBudget.Terms before, RedisKeyNames keysNow, long nowMicros) {
    CarriedOverBudget earlier = before.before();
    if (before.keys().hasTagOf(keysNow)) {
      // A lower limit took over no more than it permits. A higher one has to look again.
      return earlier == null ? null : new CarriedOverBudget(earlier.formers);
    }
    List<Former> formers = new ArrayList<>();
    ScriptedLimit scripted = before.scripted();
    if (scripted.limit().periodMicros() > 0) {
      formers.add(new Former(scripted, before.keys(), nowMicros + scripted.countsMicros()));
    }
    for (Former each : earlier == null ? List.<Former>of() : earlier.formers) {
      boolean isKnown = each.keys.hasTagOf(keysNow) || each.keys.hasTagOf(before.keys());
      if (!isKnown && each.untilMicros > nowMicros) {
        formers.add(each);
      }
    }
    return formers.isEmpty() ? null : new CarriedOverBudget(List.copyOf(formers));
  }

  List<Former> formers() {
    return formers;
  }

  /** True if a key may still have something to take over. */
  boolean concerns(long high, long low, long nowMicros) {
    for (Former each : formers) {
      if (nowMicros < each.untilMicros) {
        return !done.contains(new Caller(high, low));
      }
    }
    return false;
  }

  void carried(long high, long low) {
    if (done.size() >= MOST_REMEMBERED) {
      done.clear();
    }
    done.add(new Caller(high, low));
  }
}
