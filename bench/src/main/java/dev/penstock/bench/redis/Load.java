package dev.penstock.bench.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/**
 * Threads that make decisions as fast as possible.
 *
 * @param keys how many keys they spend from, in turn
 */
record Load(int threads, int keys) {
  /** The result of a contender in one time slice. */
  record Slice(double perSecond, double medianMicros, double p99Micros, double refusedShare) {}

  /** Runs the contender for this time. */
  Slice on(Contender contender, long millis) throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    LongAdder refused = new LongAdder();
    List<Latencies> latencies = new ArrayList<>();
    List<Thread> all = new ArrayList<>();
    long startNanos = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      Latencies own = new Latencies();
      IntPredicate asker = contender.asker();
      int first = (int) ((long) i * keys / threads);
      Thread thread = new Thread(() -> refused.add(ask(asker, first, own, isOver)));
      latencies.add(own);
      all.add(thread);
      thread.start();
    }
    Thread.sleep(millis);
    isOver.set(true);
    Latencies sum = new Latencies();
    for (int i = 0; i < threads; i++) {
      all.get(i).join();
      sum.addAll(latencies.get(i));
    }
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    double refusedShare = refused.sum() / (double) sum.total();
    return new Slice(sum.total() / seconds, sum.micros(0.5), sum.micros(0.99), refusedShare);
  }

  /**
   * The number of rejections. With many of them the result is not comparable, because rejections
   * are cheap.
   */
  private long ask(IntPredicate asker, int first, Latencies own, AtomicBoolean isOver) {
    long refused = 0;
    int key = first;
    long before = System.nanoTime();
    while (!isOver.get()) {
      refused += asker.test(key) ? 0 : 1;
      long now = System.nanoTime();
      own.add(now - before);
      before = now;
      key = key + 1 < keys ? key + 1 : 0;
    }
    return refused;
  }

  @Override
  public String toString() {
    String whose = keys == 1 ? "one hot key" : String.format("%,d keys", keys);
    return whose + ", " + threads + (threads == 1 ? " thread" : " threads");
  }
}
