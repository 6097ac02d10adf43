package dev.penstock.store.redis;

import dev.penstock.store.redis.script.ScriptedLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The earlier keys of a budget whose limit has changed, and which callers have been carried over to
 * the current keys.
 */
final class CarriedOverBudget {
  /*
   * Redis keeps the key of an earlier limit for as long as its units count. There may be several
   * such keys: a limit may have changed from A to B and then to C before a caller returned.
   *
   * Carrying a caller over twice does no harm, because the script only raises what the key has
   * spent. So forgetting which callers are done only costs extra script calls.
   */
  private static final int MAX_REMEMBERED = 100_000;

  private final List<Former> earlier;
  private final Set<Caller> done = ConcurrentHashMap.newKeySet();

  /**
   * An earlier limit of the budget and its key names.
   *
   * @param untilMicros when none of its units count any more
   */
  record Former(ScriptedLimit scripted, RedisKeyNames keys, long untilMicros) {}

  private record Caller(long high, long low) {}

  private CarriedOverBudget(List<Former> earlier) {
    this.earlier = earlier;
  }

  /**
   * Returns the earlier limits that may still count, except those with the same key names as now;
   * null if there are none.
   */
  static @Nullable CarriedOverBudget from(
      RedisBudget.Terms before, RedisKeyNames keysNow, long nowMicros) {
    CarriedOverBudget older = before.carriedOver();
    if (before.keys().hasSameTag(keysNow)) {
      // A lower limit carried over no more than it permits. So a higher one has to read the earlier
      // keys again.
      return older == null ? null : new CarriedOverBudget(older.earlier);
    }
    List<Former> earlier = new ArrayList<>();
    ScriptedLimit scripted = before.scripted();
    if (scripted.limit().periodMicros() > 0) {
      earlier.add(new Former(scripted, before.keys(), nowMicros + scripted.retentionMicros()));
    }
    for (Former each : older == null ? List.<Former>of() : older.earlier) {
      boolean isKnown = each.keys.hasSameTag(keysNow) || each.keys.hasSameTag(before.keys());
      if (!isKnown && each.untilMicros > nowMicros) {
        earlier.add(each);
      }
    }
    return earlier.isEmpty() ? null : new CarriedOverBudget(List.copyOf(earlier));
  }

  List<Former> earlierLimits() {
    return earlier;
  }

  /** True if a caller may still have spent units under an earlier limit. */
  boolean mayHaveSpent(long high, long low, long nowMicros) {
    for (Former each : earlier) {
      if (nowMicros < each.untilMicros) {
        return !done.contains(new Caller(high, low));
      }
    }
    return false;
  }

  void markCarriedOver(long high, long low) {
    if (done.size() >= MAX_REMEMBERED) {
      done.clear();
    }
    done.add(new Caller(high, low));
  }
}
