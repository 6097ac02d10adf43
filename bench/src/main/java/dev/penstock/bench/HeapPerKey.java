package dev.penstock.bench;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.local.LocalStore;
import io.github.bucket4j.Bucket;
import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures the heap in use after a full collection, with and without a million live keys. */
final class HeapPerKey {
  private HeapPerKey() {}

  static void print() {
    System.out.printf("%n%-32s %12s%n", "heap per live key", "bytes");
    print("Bucket4j in Caffeine", HeapPerKey::bucket4j);
    print("GCRA in a ConcurrentHashMap", HeapPerKey::mapOfGcra);
    for (String algorithm : new String[] {"token-bucket", "fixed-window", "sliding-window"}) {
      print("Penstock, " + algorithm, () -> penstock(algorithm));
    }
  }

  private static void print(String name, Supplier<Object> fill) {
    long before = used();
    Object filled = fill.get();
    long after;
    try {
      after = used();
    } finally {
      Reference.reachabilityFence(filled);
    }
    System.out.printf("%-32s %12.1f%n", name, (after - before) / (double) Keys.COUNT);
  }

  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private static Object bucket4j() {
    Cache<String, Bucket> cache = Caffeine.newBuilder().maximumSize(2L * Keys.COUNT).build();
    for (int i = 0; i < Keys.COUNT; i++) {
      cache.get(Keys.key(i), name -> Limits.bucket4j()).tryConsume(1);
    }
    cache.cleanUp();
    return cache;
  }

  private static Object mapOfGcra() {
    ConcurrentHashMap<String, AtomicLong> map = new ConcurrentHashMap<>();
    for (int i = 0; i < Keys.COUNT; i++) {
      Gcra.take(map.computeIfAbsent(Keys.key(i), name -> new AtomicLong()));
    }
    return map;
  }

  private static Object penstock(String algorithm) {
    LocalStore store = HotKeyBenchmark.Penstock.newStore();
    Budget budget = store.budget("many", Limits.slow(algorithm));
    KeyHash hash = new KeyHash(1, 2);
    Claims claims = new Claims();
    for (int i = 0; i < Keys.COUNT; i++) {
      hash.start();
      hash.add(Keys.key(i));
      hash.finish();
      claims.clear();
      claims.add(budget, hash.high(), hash.low(), /* units= */ 1);
      store.settle(claims);
    }
    if (store.liveKeys() != Keys.COUNT) {
      throw new IllegalStateException(store.liveKeys() + " live keys");
    }
    return store;
  }
}
