package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitModel;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.TestClockRedis;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reloads of limits that are counted in Redis. */
class RedisReloadTest extends ReloadContract {
  /** A timeout so long that a slow machine does not affect the test. */
  private static final long PATIENCE_MICROS = 30_000_000;

  private static RedisServer server;
  private static RedisClient client;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    RedisAddress address = RedisAddress.parse(server.uri());
    client = RedisConnections.open(address, PATIENCE_MICROS, AgentLog.onStderr());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Override
  public Store newStore(Ticker clock) {
    String prefix = UUID.randomUUID().toString();
    return new RedisStore(
        new TestClockRedis(client, clock::micros),
        new SharingSettings(
            prefix, /* instances= */ 1, /* isLeased= */ isLeased(), PATIENCE_MICROS),
        clock,
        new LocalStore(clock, /* mostKeys= */ 1_000, AgentLog.onStderr()),
        /* mostKeys= */ 1_000,
        AgentLog.onStderr());
  }

  @Override
  int runs() {
    return Repetitions.of(15, 500);
  }

  @Override
  boolean isLeased() {
    return false;
  }

  /** Each of several limits that take turns admits at most as much as it would alone. */
  @Test
  void switchingToAnotherLimitAndBackRefillsNothing() {
    Random random = new Random(16);
    for (int run = 0; run < 2 * runs(); run++) {
      store = newStore(ticker);
      playSwitches(random);
    }
  }

  private void playSwitches(Random random) {
    List<ActiveLimit> actives = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      List<ReloadKind> kinds = List.of(ReloadKind.values());
      ReloadKind kind = kinds.get(random.nextInt(kinds.size()));
      actives.add(new ActiveLimit(kind, (1 + random.nextInt(3)) * MINUTE));
    }
    Map<String, LimitModel> alone = new HashMap<>();
    long[] atOnce = new long[KEYS];
    long mostAtOnce = 0;
    ActiveLimit active = actives.get(0);
    Limit limit = active.kind.any(random, active.period);
    for (int step = 0; step < STEPS; step++) {
      long pause = pause(random, MINUTE);
      ticker.advance(pause);
      if (random.nextInt(4) == 0) {
        active = actives.get(random.nextInt(actives.size()));
        limit = active.kind.any(random, active.period);
      }
      atOnce = pause > 0 ? new long[KEYS] : atOnce;
      mostAtOnce = Math.max(pause > 0 ? 0 : mostAtOnce, limit.capacity());
      int key = random.nextInt(KEYS);
      LimitModel model = alone.computeIfAbsent(key + " " + active, active::model);
      if (spend(key, limit, /* cost= */ 1)) {
        assertThat(model.fits(ticker.micros(), 1)).as("%s of %s", limit, actives).isTrue();
        model.admit(ticker.micros(), 1);
        atOnce[key]++;
        assertThat(atOnce[key]).as("%s of %s", limit, actives).isLessThanOrEqualTo(mostAtOnce);
      }
    }
  }

  /** The algorithm and period in force for a while; the other numbers vary. */
  private record ActiveLimit(ReloadKind kind, long period) {
    LimitModel model(String key) {
      return LimitModel.of(kind.highest(period));
    }
  }

  @Test
  void countsOfAnHourAreKeptWhileALimitPerMinuteIsInForce() {
    Limit minute = new FixedWindow(10, MINUTE);
    Limit[] hours = {
      new FixedWindow(100, HOUR),
      new SlidingWindow(100, HOUR),
      new SlidingLog(100, HOUR),
      new TokenBucket(1, HOUR, 100)
    };
    ticker.advance(HOUR - ticker.micros() % HOUR);
    for (Limit hour : hours) {
      store = newStore(ticker);
      long admitted = drain(hour);
      expect(admitted + drain(minute), 100);
      ticker.advance(3 * MINUTE);
      expect(drain(minute), 10);
      ticker.advance(3 * MINUTE);
      assertThat(admitted + drain(hour)).as("%s", hour).isLessThanOrEqualTo(100);
      ticker.advance(3 * HOUR);
    }
  }

  @Test
  void aKeyThatIsIdleDuringSeveralReloadsKeepsItsCount() {
    ticker.advance(HOUR - ticker.micros() % HOUR);
    long admitted = drain(new SlidingWindow(50, HOUR));
    expect(admitted, 50);
    store.budget("api", new FixedWindow(10, MINUTE));
    ticker.advance(5 * MINUTE);
    store.budget("api", new SlidingLog(10, MINUTE));
    ticker.advance(5 * MINUTE);
    expect(admitted + drain(new TokenBucket(50, HOUR, 50)), 50);
  }

  @Test
  void aLaterReloadDoesNotRestoreClearedCounts() {
    Limit hour = new FixedWindow(100, HOUR);
    ticker.advance(HOUR - ticker.micros() % HOUR);
    expect(drain(hour), 100);
    Limit minute = new SlidingLog(10, MINUTE);
    drain(minute);
    store.budget("api", minute).forget(Spender.mix(0), Spender.mix(~0));
    expect(drain(minute), 10);
    expect(drain(hour), 90 + (isLeased() ? 10 : 0));
  }
}
