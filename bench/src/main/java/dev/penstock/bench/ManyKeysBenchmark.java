package dev.penstock.bench;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.local.LocalStore;
import io.github.bucket4j.Bucket;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Measures a million live keys in random order, which depends on memory latency. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ManyKeysBenchmark {
  /** The keys as strings of the request. */
  @State(Scope.Benchmark)
  public static class Names {
    final String[] keys = Keys.all();
    final int[] order = Keys.randomOrder();
  }

  /** The state of one thread: its position in the order, and its own objects. */
  @State(Scope.Thread)
  public static class Own {
    final Claims claims = new Claims();
    final KeyHash hash = new KeyHash(1, 2);
    int at = ThreadLocalRandom.current().nextInt(Keys.COUNT);

    String next(Names names) {
      at = Keys.after(at);
      return names.keys[names.order[at]];
    }
  }

  /** The state of the reference. */
  @State(Scope.Benchmark)
  public static class MapOfGcra {
    final ConcurrentHashMap<String, AtomicLong> map = new ConcurrentHashMap<>();

    @Setup
    public void fill(Names names) {
      for (String key : names.keys) {
        Gcra.take(map.computeIfAbsent(key, name -> new AtomicLong()));
      }
    }
  }

  /** One budget with all keys. */
  @State(Scope.Benchmark)
  public static class Penstock {
    final LocalStore store = HotKeyBenchmark.Penstock.newStore();
    final Budget budget = store.budget("many", Limits.wide("sliding-window"));

    @Setup
    public void fill(Names names) {
      Own own = new Own();
      for (String key : names.keys) {
        take(this, own, key);
      }
      if (store.liveKeys() != Keys.COUNT) {
        throw new IllegalStateException(store.liveKeys() + " live keys");
      }
    }
  }

  /** Bucket4j with its buckets in a Caffeine cache. */
  @State(Scope.Benchmark)
  public static class Bucket4jInCaffeine {
    final Cache<String, Bucket> cache = Caffeine.newBuilder().maximumSize(2L * Keys.COUNT).build();

    @Setup
    public void fill(Names names) {
      for (String key : names.keys) {
        cache.get(key, name -> Limits.bucket4j()).tryConsume(1);
      }
    }
  }

  @Benchmark
  public boolean referenceMapOfGcra(MapOfGcra gcra, Names names, Own own) {
    return Gcra.take(gcra.map.computeIfAbsent(own.next(names), name -> new AtomicLong()));
  }

  @Benchmark
  public boolean penstock(Penstock penstock, Names names, Own own) {
    return take(penstock, own, own.next(names));
  }

  @Benchmark
  public boolean bucket4jInCaffeine(Bucket4jInCaffeine bucket4j, Names names, Own own) {
    return bucket4j.cache.get(own.next(names), name -> Limits.bucket4j()).tryConsume(1);
  }

  static boolean take(Penstock penstock, Own own, String key) {
    KeyHash hash = own.hash;
    hash.start();
    hash.add(key);
    hash.finish();
    Claims claims = own.claims;
    claims.clear();
    claims.add(penstock.budget, hash.high(), hash.low(), /* units= */ 1);
    penstock.store.settle(claims);
    return claims.granted();
  }
}
