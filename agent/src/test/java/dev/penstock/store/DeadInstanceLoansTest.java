package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.client.TestClockRedis;
import dev.penstock.testredis.RedisServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leased units of an instance that dies or shuts down. */
class DeadInstanceLoansTest {
  private static final RedisServer SERVER = RedisServer.start();
  private static final long LIMIT = 600;

  private final Instances instances = Instances.leased(SERVER.uri());
  private final ManualTicker ticker = new ManualTicker();
  private final RedisStore dying = store();
  private final RedisStore survivor = store();

  private RedisStore store() {
    return instances.store(
        SharingSettings.LAPSE_MICROS, ticker, client -> new TestClockRedis(client, ticker::micros));
  }

  @AfterEach
  void close() {
    instances.close();
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<Limit> everyRate() {
    return Stream.of(EveryAlgorithm.weekly(LIMIT));
  }

  private static long spent(RedisStore store, Limit limit, int tries) {
    Budget budget = store.budget("api", limit);
    Spender spender = new Spender(store);
    long spent = 0;
    for (int i = 0; i < tries; i++) {
      spent += spender.spend(1, budget) ? 1 : 0;
    }
    return spent;
  }

  @ParameterizedTest
  @MethodSource("everyRate")
  void allInstancesTogetherStayWithinTheLimitAfterOneDies(Limit limit) {
    long before = spent(dying, limit, 100);
    assertThat(before).isEqualTo(100);
    long after = spent(survivor, limit, 1_000);
    ticker.advance(2 * SharingSettings.LAPSE_MICROS);
    long later = spent(survivor, limit, 1_000);
    System.out.printf("%s: %d, then %d and %d of %d%n", limit, before, after, later, LIMIT);
    // The unspent units of the dead instance are lost. A bucket refills one in 1,000 seconds.
    assertThat(before + after + later).isBetween(LIMIT - LIMIT / 12 - 1, LIMIT);
  }

  @ParameterizedTest
  @MethodSource("everyRate")
  void otherInstancesCanSpendUnitsReturnedAtShutdown(Limit limit) {
    long before = spent(dying, limit, 100);
    dying.returnAllLoans();
    long after = spent(survivor, limit, 1_000);
    for (int i = 0; i < 5; i++) {
      // A busy key pauses before it requests the last units.
      ticker.advance(100_000);
      after += spent(survivor, limit, 100);
    }
    assertThat(before + after).isEqualTo(LIMIT);
  }
}
