package dev.penstock.bench.redis;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.testredis.RedisProcess;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;

/**
 * Measures the memory, CPU time and round trips that Redis needs for a number of keys and
 * decisions.
 */
public final class RedisSizing {
  private static final long SECOND_MICROS = 1_000_000;
  private static final long MINUTE_MICROS = 60 * SECOND_MICROS;
  private static final long PERMITS = 1_000;
  private static final int LOGGED = 100;
  private static final long CPU_MILLIS = 3_000;
  private static final long PACED_NANOS = 4_000_000_000L;

  private final RedisProcess server;

  private RedisSizing(RedisProcess server) {
    this.server = server;
  }

  /** Prints the tables. */
  public static void print() throws InterruptedException {
    try (RedisProcess server = RedisProcess.start()) {
      RedisSizing sizing = new RedisSizing(server);
      System.out.println(server);
      sizing.printKeys();
      sizing.printProcessor();
      sizing.printRoundTrips();
    }
  }

  private static Map<String, Limit> limits() {
    Map<String, Limit> limits = new LinkedHashMap<>();
    limits.put("token-bucket", new TokenBucket(PERMITS, MINUTE_MICROS, PERMITS));
    limits.put("fixed-window", new FixedWindow(PERMITS, MINUTE_MICROS));
    limits.put(
        "fixed-window, zone", new CalendarWindow(PERMITS, CalendarWindow.Unit.DAY, ZoneOffset.UTC));
    limits.put("sliding-window", new SlidingWindow(PERMITS, MINUTE_MICROS));
    limits.put("sliding-window, 10 slices", new SlicedWindow(PERMITS, MINUTE_MICROS, 10, false));
    limits.put("sliding-log", new SlidingLog(PERMITS, MINUTE_MICROS));
    limits.put("concurrency", new Concurrency(PERMITS));
    return limits;
  }

  private void printKeys() {
    System.out.printf("%n%-28s %8s %8s  %s%n", "one key", "bytes", "scripts", "its name");
    for (boolean isLeased : new boolean[] {false, true}) {
      limits().forEach((name, limit) -> printKey(name, limit, isLeased, /* calls= */ 1));
    }
    Limit log = new SlidingLog(PERMITS, MINUTE_MICROS);
    printKey("sliding-log, " + LOGGED + " calls", log, /* isLeased= */ false, LOGGED);
  }

  private void printKey(String name, Limit limit, boolean isLeased, int calls) {
    server.command("FLUSHALL");
    server.flushScripts();
    long before = number("memory", "used_memory_scripts_eval");
    try (Penstock penstock = new Penstock(server, name, limit, isLeased)) {
      IntPredicate decider = penstock.decider();
      for (int i = 0; i < calls; i++) {
        if (!decider.test(/* key= */ 4711)) {
          throw new IllegalStateException(name + " has rejected");
        }
      }
      long scripts = number("memory", "used_memory_scripts_eval") - before;
      for (String key : new TreeSet<>(server.ttlsMillis("penstock:*").keySet())) {
        System.out.printf(
            "%-28s %,8d %,8d  %s%n",
            name + (isLeased ? ", leased" : ""),
            (Long) server.command("MEMORY", "USAGE", key),
            scripts,
            key);
      }
    }
  }

  private void printProcessor() throws InterruptedException {
    System.out.printf("%n%-28s %12s %14s%n", "processor of Redis", "us/decision", "decisions/core");
    for (Map.Entry<String, Limit> each : limits().entrySet()) {
      Limit wide =
          switch (each.getKey()) {
            case "token-bucket" -> WideLimits.tokenBucket();
            case "sliding-window" -> WideLimits.slidingWindow();
            case "fixed-window" -> new FixedWindow(WideLimits.BURST, MINUTE_MICROS);
            default -> null;
          };
      if (wide != null) {
        try (Penstock penstock = new Penstock(server, each.getKey(), wide, /* isLeased= */ false)) {
          printProcessor(penstock);
        }
      }
    }
    try (BareGcra bare = new BareGcra(server)) {
      printProcessor(bare);
    }
  }

  private void printProcessor(Contender contender) throws InterruptedException {
    RedisLoad load = new RedisLoad(/* threads= */ 32, /* keys= */ 10_000);
    load.on(contender, CPU_MILLIS);
    long callsBefore = calls();
    double cpuBefore = cpuSeconds();
    load.on(contender, CPU_MILLIS);
    double micros = (cpuSeconds() - cpuBefore) * 1e6 / (calls() - callsBefore);
    System.out.printf("%-28s %12.1f %,14.0f%n", contender.label(), micros, 1e6 / micros);
  }

  private void printRoundTrips() {
    System.out.printf(
        "%n%-28s %10s %12s %8s%n",
        "leased, one key, 3 instances", "calls/s", "requests/call", "rejected");
    for (long perSecond : new long[] {1, 10, 100, 1_000, 10_000}) {
      Limit limit = new SlidingWindow(60 * perSecond, MINUTE_MICROS);
      for (int share : new int[] {2, 10}) {
        printRoundTrips(limit, perSecond, Math.max(1, perSecond * share / 10));
      }
    }
  }

  /** Calls at a steady pace. At high rates, several calls follow each wake-up of the thread. */
  private void printRoundTrips(Limit limit, long permitsPerSecond, long perSecond) {
    server.command("FLUSHALL");
    try (Penstock penstock = new Penstock(server, "paced", limit, /* isLeased= */ true)) {
      IntPredicate decider = penstock.decider();
      long startNanos = System.nanoTime();
      long before = penstock.health().asked();
      long calls = 0;
      long rejected = 0;
      while (System.nanoTime() - startNanos < PACED_NANOS) {
        long due = (long) ((System.nanoTime() - startNanos) / 1e9 * perSecond) + 1;
        for (; calls < due; calls++) {
          rejected += decider.test(/* key= */ 4711) ? 0 : 1;
        }
        LockSupport.parkNanos(Math.min(1_000_000_000L / perSecond, 1_000_000));
      }
      double requests = penstock.health().asked() - before;
      System.out.printf(
          "%-28s %,10d %12.4f %8d%n",
          String.format("%,d/min", 60 * permitsPerSecond), perSecond, requests / calls, rejected);
    }
  }

  private long calls() {
    String line = field("commandstats", "cmdstat_evalsha");
    return Long.parseLong(line.replaceAll("calls=(\\d+),.*", "$1"));
  }

  private double cpuSeconds() {
    return Double.parseDouble(field("cpu", "used_cpu_user"))
        + Double.parseDouble(field("cpu", "used_cpu_sys"));
  }

  private long number(String section, String name) {
    return Long.parseLong(field(section, name));
  }

  private String field(String section, String name) {
    return String.valueOf(server.command("INFO", section))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow();
  }
}
