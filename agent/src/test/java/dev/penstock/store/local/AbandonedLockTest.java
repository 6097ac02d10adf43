package dev.penstock.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.Spender;
import org.junit.jupiter.api.Test;

/** A thread that dies while it holds a lock does not block other threads. */
class AbandonedLockTest {
  private static final long MINUTE = 60_000_000;

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store =
      new LocalStore(ticker, /* mostKeys= */ 10_000, AgentLog.onStderr());
  private final Spender spender = new Spender(store);
  private final Budget budget = store.budget("api", new FixedWindow(3, MINUTE));

  @Test
  void theNextCallOfTheKeySeesEarlierCharges() {
    abandonLockOf(7);
    assertThat(spender.spend(7, budget)).isTrue();
    assertThat(spender.claims().remaining(0)).isEqualTo(1);
  }

  @Test
  void theTableStillGrowsAndCanBeSwept() {
    abandonLockOf(7);
    for (int key = 100; key < 5_000; key++) {
      assertThat(spender.spend(key, budget)).isTrue();
    }
    assertThat(spender.remaining(7, budget)).isEqualTo(2);
    ticker.advance(MINUTE);
    store.sweep();
    assertThat(store.liveKeys()).isZero();
  }

  private void abandonLockOf(long key) {
    spender.spend(key, budget);
    spender.remaining(key, budget);
    assertThat(((LocalClaim) spender.claims().get(0)).lock()).isTrue();
  }
}
