package dev.penstock.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CompletionTest {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Completion<String> completion = new Completion<>();
  private final List<String> seen = new ArrayList<>();

  @Test
  void listenersRunInOrderWhenItIsCompleted() {
    completion.whenComplete(() -> seen.add("first"));
    assertThat(completion.register(() -> seen.add("second"))).isTrue();
    assertThat(completion.isComplete()).isFalse();
    assertThat(completion.result()).isNull();
    assertThat(seen).isEmpty();
    assertThat(completion.complete("done")).isTrue();
    assertThat(completion.isComplete()).isTrue();
    assertThat(completion.result()).isEqualTo("done");
    assertThat(seen).containsExactly("first", "second");
  }

  @Test
  void aLateListenerRunsAtOnceOrNotAtAll() {
    completion.complete(null);
    assertThat(completion.isComplete()).isTrue();
    assertThat(completion.result()).isNull();
    completion.whenComplete(() -> seen.add("at once"));
    assertThat(completion.register(() -> seen.add("never"))).isFalse();
    assertThat(seen).containsExactly("at once");
  }

  @Test
  void onlyTheFirstResultCounts() {
    completion.whenComplete(() -> seen.add("once"));
    assertThat(completion.complete("first")).isTrue();
    assertThat(completion.complete("second")).isFalse();
    assertThat(completion.result()).isEqualTo("first");
    assertThat(seen).containsExactly("once");
  }

  @Test
  void aListenerThatThrowsDoesNotAffectOtherListeners() {
    completion.whenComplete(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    completion.whenComplete(() -> seen.add("second"));
    assertThatThrownBy(() -> completion.complete("done")).hasMessage("on purpose");
    assertThat(seen).containsExactly("second");
  }

  @Test
  void afterAResetItIsPendingAgain() {
    completion.complete("first");
    completion.reset();
    assertThat(completion.isComplete()).isFalse();
    assertThat(completion.complete("second")).isTrue();
    assertThat(completion.result()).isEqualTo("second");
  }

  @Test
  void aWaitingThreadContinuesWhenItIsCompleted() {
    Thread other = new Thread(() -> completion.complete("done"));
    other.start();
    assertThat(completion.await(LONG_NANOS)).isTrue();
    assertThat(completion.result()).isEqualTo("done");
  }

  @Test
  void aWaitEndsAfterItsTimeout() {
    assertThat(completion.await(/* timeoutNanos= */ 1_000)).isFalse();
  }

  @Test
  void anInterruptDoesNotEndAWaitAndIsKept() {
    Thread other = new Thread(() -> completion.complete("done"));
    Thread.currentThread().interrupt();
    other.start();
    boolean inTime = completion.await(LONG_NANOS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(inTime).isTrue();
  }

  @Test
  void oneOfManyThreadsCompletesItAndEachListenerRunsOnce() throws Exception {
    for (int round = 0; round < 200; round++) {
      Completion<Integer> contended = new Completion<>();
      AtomicInteger winners = new AtomicInteger();
      AtomicInteger runs = new AtomicInteger();
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int number = i;
        Thread thread =
            new Thread(
                () -> {
                  awaitUninterrupted(start);
                  contended.whenComplete(runs::incrementAndGet);
                  if (contended.complete(number)) {
                    winners.addAndGet(1 + number);
                  }
                });
        threads.add(thread);
        thread.start();
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(runs).hasValue(4);
      assertThat(contended.result()).isEqualTo(winners.get() - 1);
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }
}
