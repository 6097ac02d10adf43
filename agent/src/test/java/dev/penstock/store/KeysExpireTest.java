package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.testredis.RedisServer;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key in Redis expires soon after it stops counting. */
class KeysExpireTest {
  private static final RedisServer SERVER = RedisServer.start();
  private static final long WINDOW = 200_000;

  /** The time that keys are kept beyond their use, with a margin. */
  private static final long SLACK_MILLIS = 1_500;

  private static final long LAPSE_MILLIS = SharingSettings.LAPSE_MICROS / 1_000;

  private Instances instances = Instances.exact(SERVER.uri());

  @AfterEach
  void close() {
    instances.close();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<Limit> everyShortLimit() {
    return Stream.of(
        new FixedWindow(20, WINDOW),
        new SlidingLog(20, WINDOW),
        new TokenBucket(20, WINDOW, 20),
        new TokenBucket(20, WINDOW, 2, /* patienceMicros= */ WINDOW),
        new SlicedWindow(20, WINDOW, 4, /* strict= */ false),
        new SlicedWindow(20, WINDOW, 4, /* strict= */ true),
        new SlidingWindow(20, WINDOW),
        new CalendarWindow(20, CalendarWindow.Unit.DAY, ZoneOffset.UTC),
        new Concurrency(20));
  }

  private static long longestMillis(Limit limit) {
    if (limit instanceof CalendarWindow) {
      return 24L * 3600 * 1_000;
    }
    return limit instanceof Concurrency ? LAPSE_MILLIS : 2 * WINDOW / 1_000;
  }

  /** Checks that every key has a time to live up to this maximum; returns the number of keys. */
  private int expectTimesToLive(String after, long longestMillis) {
    Map<String, Long> ttls = SERVER.ttlsMillis(instances.keys());
    assertThat(ttls.values())
        .as("after %s: %s", after, ttls)
        .allMatch(ttl -> ttl >= 0 && ttl <= longestMillis + SLACK_MILLIS);
    return ttls.size();
  }

  private void expectAllKeysExpire(Limit limit) {
    if (longestMillis(limit) < LAPSE_MILLIS) {
      Instances.await("all keys have expired", () -> SERVER.ttlsMillis(instances.keys()).isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("everyShortLimit")
  void keysExpireAfterAChargeAndEveryKindOfRefund(Limit limit) {
    RedisStore store = instances.store();
    Budget budget = store.budget("api", limit);
    Spender spender = new Spender(store);
    assertThat(spender.spend(1, budget)).isTrue();
    assertThat(expectTimesToLive("a charge", longestMillis(limit))).isEqualTo(1);
    for (int i = 0; i < 30; i++) {
      spender.spend(2, budget);
    }
    expectTimesToLive("a rejection", longestMillis(limit));
    spender.spend(3, budget);
    store.refund(spender.claims().receipt(0));
    spender.spend(4, budget);
    store.cancel(spender.claims().receipt(0));
    spender.spend(5, budget);
    store.reset(spender.claims().receipt(0));
    // The same connection runs this call after the refunds, so they are complete when it returns.
    spender.spend(6, budget);
    expectTimesToLive("refunds", longestMillis(limit));
    store.sendHeartbeats();
    spender.spend(7, budget);
    expectTimesToLive("a heartbeat", longestMillis(limit));
    expectAllKeysExpire(limit);
  }

  @ParameterizedTest
  @MethodSource("everyShortLimit")
  void keysExpireAfterALoanAndItsReturn(Limit limit) {
    instances = Instances.leased(SERVER.uri());
    RedisStore store = instances.store();
    Budget budget = store.budget("api", limit);
    Spender spender = new Spender(store);
    long longest = Math.max(LAPSE_MILLIS, longestMillis(limit)) + longestMillis(limit);
    for (int i = 0; i < 12; i++) {
      spender.spend(1, budget);
    }
    assertThat(expectTimesToLive("loans", longest)).isPositive();
    store.refund(spender.claims().receipt(0));
    store.returnIdleLoans();
    store.returnAllLoans();
    spender.spend(2, budget);
    expectTimesToLive("returns", longest);
  }

  @ParameterizedTest
  @MethodSource("everyShortLimit")
  void keysExpireAfterAReloadThatCarriesCountsOver(Limit limit) {
    RedisStore store = instances.store();
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", new FixedWindow(30, 4 * WINDOW));
    for (int i = 0; i < 7; i++) {
      spender.spend(1, budget);
    }
    store.budget("api", limit);
    assertThat(spender.spend(1, budget)).isTrue();
    long longest = Math.max(4 * WINDOW / 1_000, longestMillis(limit));
    assertThat(expectTimesToLive("the carry-over", longest)).isPositive();
    expectAllKeysExpire(limit);
  }
}
