package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.Test;

/** The requirements for all stores when the wait queue of a call is full. */
public abstract class WaitQueueContract extends KeyBalanceContract {
  private static final long SECOND = 1_000_000;

  private final Claims claims = new Claims();

  @Test
  void aFullQueueAdmitsOnlyCallsThatNeedNotWait() {
    Budget budget = store.budget("paced", new TokenBucket(1, SECOND, 1, 10 * SECOND));
    InboundQueue queue = store.waitQueues().own("paced", /* capacity= */ 1);
    assertThat(outcome(1, budget, queue)).isEqualTo("continues");
    assertThat(outcome(1, budget, queue)).isEqualTo("waits 1000000");
    for (int i = 0; i < 20; i++) {
      assertThat(outcome(1, budget, queue)).isEqualTo("rejected for 1000000, 0 left");
    }
    ticker.advance(400_000);
    assertThat(outcome(2, budget, queue)).isEqualTo("continues");
    assertThat(outcome(2, budget, queue)).isEqualTo("rejected for 600000, 0 left");
    ticker.advance(599_999);
    assertThat(outcome(2, budget, queue)).isEqualTo("rejected for 1, 0 left");
    ticker.advance(1);
    assertThat(outcome(2, budget, queue)).isEqualTo("waits 400000");
    assertThat(outcome(1, budget, queue))
        .as("at its turn")
        .isEqualTo("rejected for 400000, 0 left");
    ticker.advance(400_000);
    assertThat(outcome(1, budget, queue)).as("no turn was lost").isEqualTo("waits 600000");
  }

  @Test
  void aCallWhoseCostIsAboveTheBurstHasToWaitForAPlace() {
    Budget budget = store.budget("paced", new TokenBucket(1, SECOND, 1, 10 * SECOND));
    InboundQueue queue = store.waitQueues().own("paced", /* capacity= */ 1);
    assertThat(outcome(1, budget, queue)).isEqualTo("continues");
    assertThat(outcome(1, budget, queue)).isEqualTo("waits 1000000");
    assertThat(outcome(3, /* cost= */ 5, budget, queue)).isEqualTo("rejected for 1000000, 1 left");
    ticker.advance(SECOND);
    assertThat(outcome(3, /* cost= */ 5, budget, queue)).isEqualTo("waits 4000000");
  }

  private String outcome(long key, Budget budget, InboundQueue queue) {
    return outcome(key, /* cost= */ 1, budget, queue);
  }

  private String outcome(long key, long cost, Budget budget, InboundQueue queue) {
    claims.clear();
    claims.add(budget, Spender.mix(key), Spender.mix(~key), cost);
    claims.waitIn(queue);
    store.settle(claims);
    claims.enterQueue(store);
    if (!claims.granted()) {
      return "rejected for " + claims.longestWaitMicros() + ", " + claims.remaining(0) + " left";
    }
    long delay = claims.longestDelayMicros();
    return delay == 0 ? "continues" : "waits " + delay;
  }
}
