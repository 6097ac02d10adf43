package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InboundQueueTest {
  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store = new LocalStore(ticker, /* mostKeys= */ 100, AgentLog.onStderr());
  private final InboundQueue queue = store.waitQueues().own("a", /* capacity= */ 2);

  @Test
  void aFullQueueReportsWhenAPlaceBecomesFree() {
    assertThat(enter(500)).isTrue();
    assertThat(enter(300)).isTrue();
    assertThat(enter(900)).isFalse();
    assertThat(fullFor()).isEqualTo(300);
    ticker.advance(299);
    assertThat(enter(900)).isFalse();
    assertThat(fullFor()).isOne();
    ticker.advance(1);
    assertThat(fullFor()).isZero();
    assertThat(enter(900)).isTrue();
    assertThat(queue.size()).isEqualTo(2);
  }

  @Test
  void aRequestThatLeavesReleasesItsPlace() {
    long turn = ticker.micros() + 500;
    queue.enter(ticker.micros(), turn);
    queue.enter(ticker.micros(), turn);
    queue.leave(turn);
    assertThat(queue.size()).isOne();
    queue.leave(turn);
    queue.leave(turn);
    assertThat(queue.size()).isZero();
  }

  @Test
  void aReloadCanMakeAQueueShorterThanItsContent() {
    enter(100);
    enter(200);
    store.waitQueues().own("a", /* capacity= */ 1);
    assertThat(fullFor()).isEqualTo(200);
    ticker.advance(100);
    assertThat(enter(500)).isFalse();
    store.waitQueues().own("a", /* capacity= */ 2);
    assertThat(enter(500)).isTrue();
  }

  @Test
  void aQueueIsRemovedWithItsLimitUnlessItIsShared() {
    InboundQueue shared = store.waitQueues().shared("all", /* capacity= */ 2);
    store.keepOnly(Set.of("a"));
    assertThat(store.waitQueues().own("a", /* capacity= */ 2)).isSameAs(queue);
    store.keepOnly(Set.of("b"));
    assertThat(store.waitQueues().own("a", /* capacity= */ 2)).isNotSameAs(queue);
    assertThat(store.waitQueues().shared("all", /* capacity= */ 2)).isSameAs(shared);
  }

  private boolean enter(long inMicros) {
    return queue.enter(ticker.micros(), ticker.micros() + inMicros);
  }

  private long fullFor() {
    return queue.fullForMicros(ticker.micros());
  }
}
