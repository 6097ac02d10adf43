package dev.penstock.bench.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/**
 * Threads that make decisions as fast as possible.
 *
 * @param keys the number of keys that they use in turn
 */
record RedisLoad(int threads, int keys) {
  /** The result of a contender in one time slice. */
  record Slice(double perSecond, double medianMicros, double p99Micros, double rejectedShare) {}

  /** Runs the contender for this time. */
  Slice on(Contender contender, long millis) throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    LongAdder rejected = new LongAdder();
    List<Latencies> latencies = new ArrayList<>();
    List<Thread> all = new ArrayList<>();
    long startNanos = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      Latencies own = new Latencies();
      IntPredicate decider = contender.decider();
      int first = (int) ((long) i * keys / threads);
      Thread thread = new Thread(() -> rejected.add(decide(decider, first, own, isOver)));
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
    double rejectedShare = rejected.sum() / (double) sum.total();
    return new Slice(sum.total() / seconds, sum.micros(0.5), sum.micros(0.99), rejectedShare);
  }

  /**
   * The number of rejections. With many of them the result is not comparable, because rejections
   * are cheap.
   */
  private long decide(IntPredicate decider, int first, Latencies own, AtomicBoolean isOver) {
    long rejected = 0;
    int key = first;
    long before = System.nanoTime();
    while (!isOver.get()) {
      rejected += decider.test(key) ? 0 : 1;
      long now = System.nanoTime();
      own.add(now - before);
      before = now;
      key = key + 1 < keys ? key + 1 : 0;
    }
    return rejected;
  }

  @Override
  public String toString() {
    String whose = keys == 1 ? "one hot key" : String.format("%,d keys", keys);
    return whose + ", " + threads + (threads == 1 ? " thread" : " threads");
  }
}
