package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.testredis.RedisProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions while Redis is not running. */
class NoRedisTest {
  private static final Limit NINE = new FixedWindow(9, 7L * 24 * 3600 * 1_000_000);

  private final Instances instances = Instances.exact("redis://127.0.0.1:" + closedPort());
  private final RedisStore store = instances.store();
  private final Spender spender = new Spender(store);

  private static int closedPort() {
    try (var socket = new ServerSocket(0, /* backlog= */ 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    instances.close();
  }

  private static long admitted(Spender spender, int tries, Budget... budgets) {
    long admitted = 0;
    for (int i = 0; i < tries; i++) {
      admitted += spender.spend(1, budgets) ? 1 : 0;
    }
    return admitted;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void operationsOnAKeyReportThatRedisDidNotReply(boolean leased) {
    try (var others = new Instances("redis://127.0.0.1:" + closedPort(), 20_000, leased, 3)) {
      Budget budget = others.store().budget("api", NINE, FailurePolicy.LOCAL);
      assertThatThrownBy(() -> budget.look(1, 2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Redis did not reply. Try again when it is available.");
      assertThatThrownBy(() -> budget.forget(1, 2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Redis did not reply. Try again when it is available.");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void localAdmitsTheShareOfEachInstance(boolean leased) {
    try (var others = new Instances("redis://127.0.0.1:" + closedPort(), 200_000, leased, 3)) {
      long admitted = 0;
      for (int i = 0; i < 3; i++) {
        RedisStore each = others.store();
        admitted += admitted(new Spender(each), 20, each.budget("api", NINE, FailurePolicy.LOCAL));
        assertThat(each.decisionSources())
            .isEqualTo(new DecisionSourceCounts.Decided(0, 20, 0, 0, 0));
      }
      assertThat(admitted).isEqualTo(9);
    }
  }

  @Test
  void everyInstanceAdmitsAtLeastOneCallOfASmallLimit() {
    Budget one = store.budget("one", new FixedWindow(1, NINE.periodMicros()), FailurePolicy.LOCAL);
    assertThat(admitted(spender, 5, one)).isEqualTo(1);
  }

  @Test
  void openAdmitsAllCallsAndCountsThemAsUncounted() {
    assertThat(admitted(spender, 20, store.budget("api", NINE, FailurePolicy.OPEN))).isEqualTo(20);
    assertThat(store.decisionSources()).isEqualTo(new DecisionSourceCounts.Decided(0, 0, 20, 0, 0));
  }

  @Test
  void closedRejectsAllCallsWithAnUnknownWait() {
    assertThat(admitted(spender, 20, store.budget("api", NINE, FailurePolicy.CLOSED))).isZero();
    assertThat(store.decisionSources()).isEqualTo(new DecisionSourceCounts.Decided(0, 0, 0, 20, 0));
    assertThat(spender.claims().waitMicros(0)).isEqualTo(Limit.UNKNOWN);
  }

  @Test
  void eachOfSeveralLimitsAppliesItsOwnSetting() {
    Budget local = store.budget("local", NINE, FailurePolicy.LOCAL);
    Budget open = store.budget("open", new FixedWindow(1, NINE.periodMicros()), FailurePolicy.OPEN);
    Budget closed = store.budget("closed", NINE, FailurePolicy.CLOSED);
    assertThat(admitted(spender, 1, local, open, closed)).isZero();
    // The rejected call was not charged.
    assertThat(admitted(spender, 20, local, open)).isEqualTo(3);
  }

  @Test
  void aDecisionWithoutRedisDoesNotShortenTheNextWaitOfItsThread() {
    Budget api = store.budget("api", NINE, FailurePolicy.LOCAL);
    int fullWaits = 0;
    for (int i = 0; i < 10; i++) {
      spender.spend(1, api);
      long startNanos = System.nanoTime();
      LockSupport.parkNanos(20_000_000);
      fullWaits += System.nanoTime() - startNanos >= 20_000_000 ? 1 : 0;
    }
    // The thread that finds the outage may wake the first one, and spurious wake-ups are possible.
    assertThat(fullWaits).isGreaterThan(5);
  }

  @Test
  void aSlotOfTheLocalShareIsReleasedWhenItsCallEnds() {
    Budget uploads = store.budget("uploads", new Concurrency(3), FailurePolicy.LOCAL);
    assertThat(spender.spend(1, uploads)).isTrue();
    Receipt receipt = spender.claims().receipt(0);
    assertThat(spender.spend(1, uploads)).isFalse();
    store.refund(receipt);
    assertThat(spender.spend(1, uploads)).isTrue();
  }

  @Test
  void aRefundDuringAnOutageIsCountedAsLost() {
    try (RedisProcess redis = RedisProcess.start();
        var others = Instances.exact(redis.uri())) {
      RedisStore each = others.store();
      Spender client = new Spender(each);
      assertThat(client.spend(1, each.budget("api", NINE))).isTrue();
      redis.kill();
      each.refund(client.claims().receipt(0));
      Instances.await(
          "the lost refund is counted", () -> each.decisionSources().lostRefunds() == 1);
    }
  }

  @Test
  void aRedisThatAppearsLaterIsFound() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.kill();
      try (var others = Instances.exact(redis.uri())) {
        RedisStore each = others.store();
        Budget api = each.budget("api", NINE);
        Spender client = new Spender(each);
        assertThat(admitted(client, 20, api)).isEqualTo(3);
        redis.restart();
        Instances.await(
            "Redis decides",
            () -> {
              client.spend(2, api);
              return each.decisionSources().byRedis() > 0;
            });
        assertThat(admitted(client, 20, api)).isEqualTo(9);
      }
    }
  }
}
