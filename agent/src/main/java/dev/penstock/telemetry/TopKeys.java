package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the most frequent clients in bounded memory. */
public final class TopKeys {
  /*
   * Space-Saving [1]: a fixed number of counters. When all are in use, a new key takes over the
   * lowest counter with its count, which is then the largest possible error of the new key. Every
   * key that was counted more often than total / counters is present, and no count is too low.
   *
   * Keys are distributed over several tables by their hash. Each table has its own lock, so threads
   * rarely contend. A key is always in the same table, so tables need not be merged.
   *
   * [1] A. Metwally, D. Agrawal, A. El Abbadi: Efficient Computation of Frequent and Top-k Elements
   *     in Data Streams, 2005
   */
  private static final int TABLES = 8;
  private static final int COUNTERS = 64;

  private final Table[] tables = new Table[TABLES];

  public TopKeys() {
    for (int i = 0; i < TABLES; i++) {
      tables[i] = new Table();
    }
  }

  /** Counts a call of a client; {@code name} identifies it in results, or its hash if null. */
  public void count(int row, long hash, @Nullable String name) {
    tables[(int) (hash >>> 61)].count(new Key(row, hash), name);
  }

  /** Returns the most frequent clients. */
  public List<CountedClient> most(int atMost, List<String> ruleNames) {
    List<CountedClient> all = new ArrayList<>();
    for (Table table : tables) {
      table.addTo(all, ruleNames);
    }
    all.sort(
        Comparator.comparingLong(CountedClient::count)
            .reversed()
            .thenComparing(CountedClient::rule)
            .thenComparing(CountedClient::id));
    return List.copyOf(all.subList(0, Math.min(atMost, all.size())));
  }

  /**
   * Returns the count of a client. If it has no counter and all are in use, its count is at most
   * that of the lowest counter.
   */
  public CountedClient find(int row, long hash, List<String> ruleNames) {
    return tables[(int) (hash >>> 61)].find(new Key(row, hash), ruleNames);
  }

  /** Returns a hash as 16 hexadecimal digits. */
  public static String text(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(Long.BYTES * 2 - digits.length()) + digits;
  }

  private record Key(int row, long hash) {}

  private static final class Counter {
    Key key;
    @Nullable String name;
    long count;
    long tooMany;

    Counter(Key key) {
      this.key = key;
    }
  }

  private static final class Table {
    private final Map<Key, Counter> byKey = new HashMap<>();

    /** Unordered: there are few, and they are only scanned for keys without a counter. */
    private final List<Counter> counters = new ArrayList<>(COUNTERS);

    synchronized void count(Key key, @Nullable String name) {
      Counter counter = byKey.get(key);
      if (counter == null) {
        counter = counters.size() < COUNTERS ? newCounter(key) : reuseLowest(key);
        counter.name = name;
        byKey.put(key, counter);
      }
      counter.count++;
    }

    private Counter newCounter(Key key) {
      Counter counter = new Counter(key);
      counters.add(counter);
      return counter;
    }

    private Counter lowest() {
      Counter lowest = counters.get(0);
      for (Counter each : counters) {
        lowest = each.count < lowest.count ? each : lowest;
      }
      return lowest;
    }

    private Counter reuseLowest(Key key) {
      Counter lowest = lowest();
      byKey.remove(lowest.key);
      lowest.key = key;
      lowest.tooMany = lowest.count;
      return lowest;
    }

    synchronized CountedClient find(Key key, List<String> ruleNames) {
      Counter counter = byKey.get(key);
      long unknown = counter != null || counters.size() < COUNTERS ? 0 : lowest().count;
      String rule = ruleNames.get(key.row);
      return counter == null
          ? new CountedClient(rule, text(key.hash), unknown, unknown)
          : client(counter, ruleNames);
    }

    synchronized void addTo(List<CountedClient> clients, List<String> ruleNames) {
      for (Counter each : counters) {
        clients.add(client(each, ruleNames));
      }
    }

    private static CountedClient client(Counter counter, List<String> ruleNames) {
      String id = counter.name == null ? text(counter.key.hash) : counter.name;
      return new CountedClient(ruleNames.get(counter.key.row), id, counter.count, counter.tooMany);
    }
  }
}
