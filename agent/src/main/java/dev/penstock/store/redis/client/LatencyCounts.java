package dev.penstock.store.redis.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** A histogram of how long script calls took that got a reply. */
public final class LatencyCounts {
  private static final long[] BOUNDS_MICROS = {
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000
  };

  private final LongAdder[] counts = new LongAdder[BOUNDS_MICROS.length + 1];
  private final LongAdder sumMicros = new LongAdder();

  public LatencyCounts() {
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
    }
  }

  public void add(long nanos) {
    long micros = TimeUnit.NANOSECONDS.toMicros(nanos);
    int step = 0;
    while (step < BOUNDS_MICROS.length && micros > BOUNDS_MICROS[step]) {
      step++;
    }
    counts[step].increment();
    sumMicros.add(micros);
  }

  public RedisClient.Latency snapshot() {
    List<Long> bounds = new ArrayList<>();
    List<Long> sums = new ArrayList<>();
    for (long bound : BOUNDS_MICROS) {
      bounds.add(bound);
    }
    for (LongAdder count : counts) {
      sums.add(count.sum());
    }
    return new RedisClient.Latency(bounds, sums, sumMicros.sum());
  }
}
