package dev.penstock.telemetry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is counted most often, in bounded memory. */
public final class TopKeys {
  /*
   * Space-Saving [1]: so many counters, and when they are all taken, a newcomer takes over the lowest
   * one with its count, which is how much it may be too high from then on. Nobody who was counted
   * more often than total / counters is missing, and no count is too low.
   *
   * Keys are spread over several such tables by their hash, each with its own lock, so that threads
   * rarely meet; as a key is always in the same table, nothing has to be merged.
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

  /** Counts one for a client of a rule; {@code name} is how to call it, or null for its hash. */
  public void count(int row, long hash, @Nullable String name) {
    tables[(int) (hash >>> 61)].count(new Key(row, hash), name);
  }

  /** Those who were counted most often, at most so many of them. */
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
   * What is known of a client. If all counters are taken and none is its, it may have been counted
   * as often as the one with the lowest count.
   */
  public CountedClient find(int row, long hash, List<String> ruleNames) {
    return tables[(int) (hash >>> 61)].find(new Key(row, hash), ruleNames);
  }

  /** A hash in 16 hexadecimal digits. */
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

    /** In no order: so few are soon looked through, and only for those who are not among them. */
    private final List<Counter> counters = new ArrayList<>(COUNTERS);

    synchronized void count(Key key, @Nullable String name) {
      Counter counter = byKey.get(key);
      if (counter == null) {
        counter = counters.size() < COUNTERS ? another(key) : takenOver(key);
        counter.name = name;
        byKey.put(key, counter);
      }
      counter.count++;
    }

    private Counter another(Key key) {
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

    private Counter takenOver(Key key) {
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
