package dev.penstock.store.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.RedisFixture;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final RedisFixture fixture = new RedisFixture();
  private final ReplyDispatcher dispatcher = new ReplyDispatcher(fixture.log);
  private long nowNanos;
  private double random = 0.5;
  private final Breaker breaker =
      new Breaker("here", fixture.log, dispatcher, () -> nowNanos, () -> random);

  private String pausesMillis(int count) {
    StringBuilder pauses = new StringBuilder();
    for (int i = 0; i < count; i++) {
      pauses.append(i == 0 ? "" : " ").append(breaker.nextPauseNanos() / 1_000_000);
    }
    return pauses.toString();
  }

  @Test
  void pausesGrowToAFewSeconds() {
    breaker.open("gone");
    assertThat(pausesMillis(7)).isEqualTo("100 200 400 800 1600 3000 3000");
  }

  @Test
  void pausesVaryByHalfAndNeverExceedTheMaximum() {
    breaker.open("gone");
    random = 0;
    assertThat(pausesMillis(3)).isEqualTo("50 100 200");
    random = 1;
    assertThat(pausesMillis(3)).isEqualTo("1200 2400 3000");
  }

  @Test
  void pausesStartAgainOnlyAfterTheNodeHasWorkedForAWhile() {
    breaker.open("gone");
    assertThat(pausesMillis(3)).isEqualTo("100 200 400");
    breaker.close();
    nowNanos += 9 * SECOND_NANOS;
    breaker.open("gone");
    assertThat(pausesMillis(1)).isEqualTo("800");
    breaker.close();
    nowNanos += 10 * SECOND_NANOS;
    breaker.open("gone");
    assertThat(pausesMillis(1)).isEqualTo("100");
  }

  @Test
  void eachStateChangeIsCountedAndReportedOnce() {
    assertThat(breaker.isClosed()).isTrue();
    assertThat(breaker.open("gone")).isTrue();
    assertThat(breaker.open("still gone")).isFalse();
    assertThat(breaker.isClosed()).isFalse();
    nowNanos += 2 * SECOND_NANOS + SECOND_NANOS / 5;
    breaker.close();
    breaker.close();
    assertThat(breaker.isClosed()).isTrue();
    assertThat(dispatcher.health(true))
        .isEqualTo(new RedisClient.Health(true, 0, 0, 0, 0, 0, 1, 1));
    assertThat(fixture.lines())
        .containsExactly(
            "penstock: warning: Redis here is unavailable (gone). Rules apply their `on-failure`"
                + " setting; Penstock retries every few seconds.",
            "penstock: Redis here is available again after 2.2 s, and decides again.");
  }

  @Test
  void frequentChangesAreLoggedOnceAMinute() {
    for (int i = 0; i < 10; i++) {
      breaker.open("gone");
      breaker.close();
    }
    breaker.open("gone for good");
    assertThat(fixture.lines()).hasSize(2);
    nowNanos += 60 * SECOND_NANOS;
    breaker.open("still gone");
    breaker.open("still gone");
    assertThat(fixture.lines()).hasSize(3);
    assertThat(fixture.lines().get(2)).contains("is unavailable (still gone).");
  }
}
