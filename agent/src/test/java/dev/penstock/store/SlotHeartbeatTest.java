package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.testredis.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An instance keeps its concurrency slots for as long as it sends heartbeats. */
class SlotHeartbeatTest {
  private static final RedisProcess REDIS = RedisProcess.start();
  private static final long LAPSE_MICROS = 1_500_000;

  private final Instances instances = Instances.exact(REDIS.uri());
  private final RedisStore one = instances.store(LAPSE_MICROS);
  private final RedisStore other = instances.store(LAPSE_MICROS);
  private final Budget here = one.budget("uploads", new Concurrency(2));
  private final Budget there = other.budget("uploads", new Concurrency(2));
  private final Spender holder = new Spender(one);
  private final Spender otherSpender = new Spender(other);

  @AfterEach
  void close() {
    instances.close();
  }

  @AfterAll
  static void stop() {
    REDIS.close();
  }

  private Receipt takeSlot() {
    assertThat(holder.spend(1, here)).isTrue();
    return holder.claims().receipt(0);
  }

  @Test
  void slotsOfADeadInstanceAreReleasedAfterTheLapse() {
    takeSlot();
    takeSlot();
    long startNanos = System.nanoTime();
    assertThat(otherSpender.spend(1, there)).isFalse();
    Instances.await("the slots are released", () -> otherSpender.spend(1, there));
    // The slots were charged before the clock was read here, so the wait may be a little shorter.
    assertThat((System.nanoTime() - startNanos) / 1_000).isGreaterThan(LAPSE_MICROS / 2);
  }

  @Test
  void slotsOfARunningInstanceAreHeldUntilTheirCallsEnd() {
    Receipt first = takeSlot();
    takeSlot();
    long endNanos = System.nanoTime() + 3 * LAPSE_MICROS * 1_000;
    while (System.nanoTime() - endNanos < 0) {
      one.sendHeartbeats();
      assertThat(otherSpender.spend(1, there)).isFalse();
      Instances.pause(100);
    }
    one.refund(first);
    Instances.await("the slot of the ended call is released", () -> otherSpender.spend(1, there));
    one.sendHeartbeats();
    assertThat(otherSpender.spend(1, there)).isFalse();
  }

  @Test
  void heartbeatsRestoreHeldSlotsAfterRedisLostItsData() {
    Receipt first = takeSlot();
    takeSlot();
    // Connects the other instance, which then loses its connection as in production.
    assertThat(otherSpender.spend(1, there)).isFalse();
    REDIS.restart();
    Instances.await(
        "a heartbeat has restored the slots",
        () -> {
          one.sendHeartbeats();
          return !REDIS.ttlsMillis(instances.keys()).isEmpty();
        });
    Instances.await(
        "Redis decides for the other instance again",
        () -> {
          long before = other.decisionSources().byRedis();
          if (otherSpender.spend(1, there)) {
            // Its local share admits calls until its own client has connected to Redis again.
            other.refund(otherSpender.claims().receipt(0));
            assertThat(other.decisionSources().byRedis()).isEqualTo(before);
          }
          return other.decisionSources().byRedis() > before;
        });
    assertThat(otherSpender.claims().granted()).isFalse();
    one.refund(first);
    Instances.await("the slot of the ended call is released", () -> otherSpender.spend(1, there));
  }
}
