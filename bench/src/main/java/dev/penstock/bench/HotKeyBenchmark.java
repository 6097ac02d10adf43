package dev.penstock.bench;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures one key that all threads use: store and arithmetic only. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HotKeyBenchmark {
  /** The state of the reference. */
  @State(Scope.Benchmark)
  public static class Bare {
    final AtomicLong fullAt = new AtomicLong();
  }

  /** One store and one budget; fresh in each iteration, so that no window runs full. */
  @State(Scope.Benchmark)
  public static class Penstock {
    @Param({"token-bucket", "fixed-window", "sliding-window"})
    String algorithm = "";

    LocalStore store = newStore();
    Budget budget = store.budget("none", Limits.wide("token-bucket"));

    @Setup(Level.Iteration)
    public void setUp() {
      Limit limit = Limits.wide(algorithm);
      store = newStore();
      budget = store.budget("hot", limit);
    }

    static LocalStore newStore() {
      return new LocalStore(Ticker.system(), /* mostKeys= */ 1_000_000, AgentLog.onStderr());
    }
  }

  /** State of one thread. */
  @State(Scope.Thread)
  public static class Own {
    final Claims claims = new Claims();
  }

  /** One of Bucket4j's local buckets. */
  @State(Scope.Benchmark)
  public static class Bucket4j {
    final Bucket bucket = Limits.bucket4j();
  }

  /** One of Resilience4j's limiters, with more permits than a run can spend. */
  @State(Scope.Benchmark)
  public static class Resilience4j {
    final RateLimiter limiter =
        RateLimiter.of(
            "hot",
            RateLimiterConfig.custom()
                .limitForPeriod(1_000_000_000)
                .limitRefreshPeriod(Duration.ofSeconds(1))
                .timeoutDuration(Duration.ZERO)
                .build());
  }

  /** Guava's limiter with more permits than a run can use. */
  @State(Scope.Benchmark)
  public static class Guava {
    final com.google.common.util.concurrent.RateLimiter limiter =
        com.google.common.util.concurrent.RateLimiter.create(/* permitsPerSecond= */ 1e9);
  }

  @Benchmark
  public boolean resilience4j(Resilience4j resilience4j) {
    return resilience4j.limiter.acquirePermission();
  }

  @Benchmark
  public boolean guava(Guava guava) {
    return guava.limiter.tryAcquire();
  }

  @Benchmark
  public boolean referenceGcra(Bare bare) {
    return Gcra.take(bare.fullAt);
  }

  @Benchmark
  public boolean penstock(Penstock penstock, Own own) {
    Claims claims = own.claims;
    claims.clear();
    claims.add(penstock.budget, 0x0123456789abcdefL, 0xfedcba9876543210L, /* units= */ 1);
    penstock.store.settle(claims);
    return claims.granted();
  }

  @Benchmark
  public boolean bucket4j(Bucket4j bucket4j) {
    return bucket4j.bucket.tryConsume(1);
  }
}
