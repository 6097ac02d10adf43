package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.Limit;
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
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Redis store over a real Redis, with a clock of the test. */
class RedisStoreTest extends WaitQueueContract {
  private static final RedisServer SERVER = RedisServer.start();

  /** A timeout so long that a slow machine does not affect the test. */
  private static final long PATIENCE_MICROS = 10_000_000;

  private static final RedisClient CLIENT =
      RedisConnections.open(address(), PATIENCE_MICROS, AgentLog.onStderr());

  private final String prefix = UUID.randomUUID().toString();

  private static RedisAddress address() {
    return new RedisAddress(
        RedisAddress.Topology.SINGLE,
        List.of(new RedisAddress.Node(SERVER.host(), SERVER.port())),
        /* masterName= */ null,
        /* user= */ null,
        /* password= */ null,
        /* database= */ 0,
        /* tls= */ false);
  }

  @Override
  public Store newStore(Ticker clock) {
    return store(clock, UUID.randomUUID().toString());
  }

  private RedisStore store(Ticker clock, String underPrefix) {
    return new RedisStore(
        new TestClockRedis(CLIENT, clock::micros),
        new SharingSettings(
            underPrefix, /* instances= */ 3, /* isLeased= */ false, PATIENCE_MICROS),
        clock,
        new LocalStore(clock, /* mostKeys= */ 1_000_000, AgentLog.onStderr()),
        /* mostKeys= */ 1_000_000,
        AgentLog.onStderr());
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    SERVER.close();
  }

  static Stream<Limit> everyLimit() {
    return Stream.concat(
        Stream.of(EveryAlgorithm.rates(100)), Stream.of(EveryAlgorithm.inFlight(100)));
  }

  @ParameterizedTest
  @MethodSource("everyLimit")
  void twoStoresOfOneRedisTogetherAdmitTheLimit(Limit limit) throws Exception {
    Store one = store(ticker, prefix);
    Store other = store(ticker, prefix);
    Budget here = one.budget("api", limit);
    Budget there = other.budget("api", limit);
    long admitted =
        ConcurrentThreads.sum(
            16,
            thread -> {
              Spender spender = new Spender(thread % 2 == 0 ? one : other);
              long count = 0;
              for (int i = 0; i < 50; i++) {
                count += spender.spend(1, thread % 2 == 0 ? here : there) ? 1 : 0;
              }
              return count;
            });
    assertThat(admitted).isEqualTo(limit.capacity());
  }

  @Test
  void aSlotIsReleasedWhenItsCallEnds() {
    Budget uploads = store.budget("uploads", new Concurrency(1));
    assertThat(spender.spend(1, uploads)).isTrue();
    Receipt receipt = spender.claims().receipt(0);
    assertThat(spender.spend(1, uploads)).isFalse();
    store.refund(receipt);
    assertThat(spender.spend(1, uploads)).isTrue();
  }

  @Test
  void aReservedTurnIsReportedAsADelay() {
    Budget paced = store.budget("paced", new TokenBucket(60, MINUTE, 1, MINUTE));
    spender.spend(1, paced);
    assertThat(spender.claims().delayMicros(0)).isZero();
    spender.spend(1, paced);
    assertThat(spender.claims().delayMicros(0)).isEqualTo(1_000_000);
  }
}
