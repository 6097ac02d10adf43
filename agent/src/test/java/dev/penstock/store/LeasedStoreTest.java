package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stores that lease units from one real Redis, as three JVMs would. */
class LeasedStoreTest {
  private static final int INSTANCES = 3;
  private static final long LIMIT = 6_000;
  private static final long PATIENCE_MICROS = 10_000_000;
  private static final RedisServer SERVER = RedisServer.start();

  private final String prefix = UUID.randomUUID().toString();
  private final Ticker ticker = Ticker.system();
  private final List<RedisClient> clients = new ArrayList<>();
  private final List<RedisStore> stores = new ArrayList<>();

  private RedisStore store() {
    RedisClient client =
        RedisConnections.open(
            RedisAddress.parse(SERVER.uri()), PATIENCE_MICROS, AgentLog.onStderr());
    RedisStore store =
        new RedisStore(
            client,
            new SharingSettings(prefix, INSTANCES, /* isLeased= */ true, PATIENCE_MICROS),
            ticker,
            new LocalStore(ticker, /* mostKeys= */ 1_000_000, AgentLog.onStderr()),
            /* mostKeys= */ 1_000_000,
            AgentLog.onStderr());
    clients.add(client);
    stores.add(store);
    return store;
  }

  @AfterEach
  void close() {
    clients.forEach(RedisClient::close);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  static Stream<Limit> everyRate() {
    return Stream.of(EveryAlgorithm.weekly(LIMIT));
  }

  @ParameterizedTest
  @MethodSource("everyRate")
  void allInstancesTogetherAdmitTheLimitExceptUnspentLeases(Limit limit) throws Exception {
    for (int i = 0; i < INSTANCES; i++) {
      store();
    }
    List<Budget> budgets = stores.stream().map(store -> store.budget("api", limit)).toList();
    long admitted =
        ConcurrentThreads.sum(
            4 * INSTANCES,
            thread -> {
              int instance = thread % INSTANCES;
              Spender spender = new Spender(stores.get(instance));
              long count = 0;
              for (int i = 0; i < LIMIT; i++) {
                count += spender.spend(1, budgets.get(instance)) ? 1 : 0;
              }
              return count;
            });
    // The largest number of unspent units that one instance holds, see LoanSize.
    long lease = Math.max(4, LIMIT / (4 * INSTANCES));
    long trips = clients.stream().mapToLong(client -> client.health().roundTrips()).sum();
    System.out.printf("%s: %d of %d admitted, %d round trips%n", limit, admitted, LIMIT, trips);
    assertThat(admitted).isBetween(LIMIT - INSTANCES * lease, LIMIT);
  }

  @Test
  void anInstanceCanSpendUnitsThatAnotherReturned() {
    RedisStore idle = store();
    RedisStore busy = store();
    Limit limit = EveryAlgorithm.weekly(100)[0];
    new Spender(idle).spend(1, idle.budget("api", limit));
    idle.returnAllLoans();
    Spender spender = new Spender(busy);
    Budget budget = busy.budget("api", limit);
    long admitted = 0;
    for (int i = 0; i < 300; i++) {
      admitted += spender.spend(1, budget) ? 1 : 0;
    }
    assertThat(admitted).isGreaterThanOrEqualTo(98);
  }

  @Test
  void aHotKeyNeedsFewScriptCalls() {
    RedisStore store = store();
    Budget budget = store.budget("api", new FixedWindow(100_000_000, 7L * 24 * 3600 * 1_000_000));
    Spender spender = new Spender(store);
    for (int i = 0; i < 200_000; i++) {
      assertThat(spender.spend(1, budget)).isTrue();
    }
    assertThat(clients.get(0).health().asked()).isLessThan(200_000 / 50);
  }

  @ParameterizedTest
  @MethodSource("everyRate")
  void readingAKeyCountsLeasedUnitsAndSpendsNothing(Limit limit) {
    RedisStore store = store();
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", limit);
    for (int i = 0; i < 100; i++) {
      assertThat(spender.spend(1, budget)).isTrue();
    }
    for (int i = 0; i < 3; i++) {
      assertThat(balance(budget).remaining()).isEqualTo(LIMIT - 100);
    }
    store.returnAllLoans();
    clients.get(0).awaitCompletions();
    assertThat(balance(budget).remaining()).isEqualTo(LIMIT - 100);
  }

  @ParameterizedTest
  @MethodSource("everyRate")
  void aClearedKeyHasExactlyTheWholeLimitAgain(Limit limit) {
    RedisStore store = store();
    Spender spender = new Spender(store);
    Budget budget = store.budget("api", limit);
    spendAll(spender, budget);
    assertThat(spender.spend(1, budget)).isFalse();
    budget.forget(Spender.mix(1), Spender.mix(~1L));
    assertThat(balance(budget).remaining()).isEqualTo(LIMIT);
    long admitted = spendAll(spender, budget);
    // The last units are requested with pauses, and calls during a pause are rejected.
    assertThat(admitted).isBetween(LIMIT - LIMIT / (4 * INSTANCES), LIMIT);
    assertThat(balance(budget).remaining()).isEqualTo(LIMIT - admitted);
  }

  private static long spendAll(Spender spender, Budget budget) {
    long admitted = 0;
    for (int i = 0; i < LIMIT + 100; i++) {
      admitted += spender.spend(1, budget) ? 1 : 0;
    }
    return admitted;
  }

  private static KeyBalance balance(Budget budget) {
    return budget.look(Spender.mix(1), Spender.mix(~1L));
  }
}
