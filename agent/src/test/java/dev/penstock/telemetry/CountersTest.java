package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that counts are exact while threads start and end. */
class CountersTest {
  private static final int THREADS = 32;
  private static final int ROUNDS = 21_000;

  private final Counters counters = new Counters();

  @Test
  void sumsAreExactUnderManyThreads() throws InterruptedException {
    CounterGroup first = counters.newGroup(3);
    CounterGroup second = counters.newGroup(2);
    run(
        thread -> {
          for (int i = 0; i < ROUNDS; i++) {
            CounterRow row = counters.row();
            row.add(first, i % 3, 1);
            row.add(second, thread % 2, 2);
          }
        });
    assertThat(first.read())
        .containsExactly(THREADS * ROUNDS / 3, THREADS * ROUNDS / 3, THREADS * ROUNDS / 3);
    assertThat(second.read()).containsExactly(THREADS * ROUNDS, THREADS * ROUNDS);
  }

  @Test
  void countsNeverDecreaseWhileThreadsStartAndEnd() throws InterruptedException {
    CounterGroup group = counters.newGroup(1);
    AtomicBoolean over = new AtomicBoolean();
    List<Long> seen = new ArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              while (!over.get()) {
                counters.mergeEndedThreads();
                seen.add(group.read()[0]);
              }
            });
    reader.start();
    for (int round = 0; round < 20; round++) {
      run(thread -> counters.row().add(group, 0, 1));
    }
    over.set(true);
    reader.join();
    assertThat(seen).isSorted();
    assertThat(group.read()).containsExactly(20 * THREADS);
  }

  @Test
  void countsOfEndedThreadsAreKeptAndTheirRowsRemoved() throws InterruptedException {
    CounterGroup group = counters.newGroup(1);
    run(thread -> counters.row().add(group, 0, thread));
    assertThat(counters.ownRows()).isEqualTo(THREADS);
    counters.mergeEndedThreads();
    assertThat(counters.ownRows()).isZero();
    assertThat(group.read()).containsExactly(THREADS * (THREADS - 1) / 2);
  }

  @Test
  void rowsOfEndedThreadsAreLimitedIfNoThreadReadsTheCounts() throws InterruptedException {
    CounterGroup group = counters.newGroup(1);
    for (int i = 0; i < 1_000; i++) {
      Thread thread = new Thread(() -> counters.row().add(group, 0, 1));
      thread.start();
      thread.join();
    }
    assertThat(counters.ownRows()).isLessThan(257);
    assertThat(group.read()).containsExactly(1_000);
  }

  @Test
  void aThreadCountsInGroupsThatAreAddedLater() {
    counters.row().add(counters.newGroup(1), 0, 1);
    List<CounterGroup> later = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      later.add(counters.newGroup(i + 1));
    }
    for (CounterGroup group : later) {
      counters.row().add(group, group.length() - 1, group.length());
    }
    for (CounterGroup group : later) {
      assertThat(group.read()[group.length() - 1]).isEqualTo(group.length());
    }
  }

  @Test
  void virtualThreadsShareRowsAndAreCountedExactly() throws Exception {
    Method found = startVirtualThread();
    assumeTrue(
        found != null, "SKIPPED: this JVM has no virtual threads, run the test on 21 or later");
    Method start = Objects.requireNonNull(found);
    CounterGroup group = counters.newGroup(2);
    int threads = 5_000;
    CountDownLatch done = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      int at = i % 2;
      start.invoke(
          /* obj= */ null,
          (Runnable)
              () -> {
                for (int n = 0; n < 20; n++) {
                  counters.row().add(group, at, 1);
                }
                done.countDown();
              });
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(group.read()).containsExactly(10L * threads, 10L * threads);
    assertThat(counters.ownRows()).isZero();
  }

  private static @Nullable Method startVirtualThread() {
    try {
      return Thread.class.getMethod("startVirtualThread", Runnable.class);
    } catch (NoSuchMethodException beforeJdk21) {
      return null;
    }
  }

  @Test
  void aboutOneOf32CallsIsSampled() {
    CounterRow row = new CounterRow(counters, /* shared= */ false, 1);
    assertThat(row.isSampled()).as("the first call").isTrue();
    int sampled = 0;
    for (int i = 0; i < 1_000_000; i++) {
      sampled += row.isSampled() ? 1 : 0;
    }
    assertThat(sampled).isBetween(1_000_000 / 36, 1_000_000 / 29);
  }

  /** The task of one thread, with the number of the thread. */
  private interface Work {
    void run(int thread);
  }

  private static void run(Work work) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(new Thread(() -> work.run(number)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
