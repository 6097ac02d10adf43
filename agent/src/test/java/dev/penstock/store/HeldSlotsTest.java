package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.testredis.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An instance keeps its concurrency slots for as long as it sends heartbeats. */
class HeldSlotsTest {
  private static final RedisProcess REDIS = RedisProcess.start();
  private static final long LAPSE_MICROS = 1_500_000;

  private final Instances instances = Instances.exact(REDIS.uri());
  private final RedisStore one = instances.store(LAPSE_MICROS);
  private final RedisStore other = instances.store(LAPSE_MICROS);
  private final Budget here = one.budget("uploads", new Concurrency(2));
  private final Budget there = other.budget("uploads", new Concurrency(2));
  private final Customer holder = new Customer(one);
  private final Customer rival = new Customer(other);

  @AfterEach
  void close() {
    instances.close();
  }

  @AfterAll
  static void stop() {
    REDIS.close();
  }

  private Receipt holdsOne() {
    assertThat(holder.takes(1, here)).isTrue();
    return holder.claims().receipt(0);
  }

  @Test
  void slotsOfAnInstanceThatIsGoneComeBackAfterTheLapse() {
    holdsOne();
    holdsOne();
    long startNanos = System.nanoTime();
    assertThat(rival.takes(1, there)).isFalse();
    Instances.await("they come back", () -> rival.takes(1, there));
    // Charged before the clock was read here, so the lapse may be over a moment sooner.
    assertThat((System.nanoTime() - startNanos) / 1_000).isGreaterThan(LAPSE_MICROS / 2);
  }

  @Test
  void slotsOfAnInstanceThatLivesStayHeldForAsLongAsTheirCallsTake() {
    Receipt first = holdsOne();
    holdsOne();
    long endNanos = System.nanoTime() + 3 * LAPSE_MICROS * 1_000;
    while (System.nanoTime() - endNanos < 0) {
      one.sendHeartbeats();
      assertThat(rival.takes(1, there)).isFalse();
      Instances.pause(100);
    }
    one.refund(first);
    Instances.await("the one that has ended is free", () -> rival.takes(1, there));
    one.sendHeartbeats();
    assertThat(rival.takes(1, there)).isFalse();
  }

  @Test
  void aRedisThatComesBackEmptyLearnsOfSlotsThatAreHeld() {
    Receipt first = holdsOne();
    holdsOne();
    // So that it has a connection to lose, as an instance would.
    assertThat(rival.takes(1, there)).isFalse();
    REDIS.restart();
    Instances.await(
        "it is told",
        () -> {
          one.sendHeartbeats();
          return !REDIS.ttlsMillis(instances.keys()).isEmpty();
        });
    Instances.await(
        "the rival asks Redis again, and is refused",
        () -> {
          long before = other.decisionSources().byRedis();
          if (rival.takes(1, there)) {
            // By its share, as long as its own link has not found Redis again.
            other.refund(rival.claims().receipt(0));
            assertThat(other.decisionSources().byRedis()).isEqualTo(before);
          }
          return other.decisionSources().byRedis() > before;
        });
    assertThat(rival.claims().granted()).isFalse();
    one.refund(first);
    Instances.await("the one that has ended is free", () -> rival.takes(1, there));
  }
}
