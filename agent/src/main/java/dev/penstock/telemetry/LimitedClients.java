package dev.penstock.telemetry;

import dev.penstock.telemetry.Snapshot.LimitedClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts rejections per client in bounded memory, to find the most rejected clients. */
final class LimitedClients {
  /*
   * A flood comes from few keys on all threads at once, and each key belongs to one table with one
   * lock. So inSet are several sets of tables, and a thread always counts in the same set. Results
   * are added up. A full set that lacks a key may have counted it as often as its lowest entry.
   */
  private static final int SETS = 4;

  private final TopKeys[] sets = new TopKeys[SETS];

  LimitedClients() {
    for (int i = 0; i < SETS; i++) {
      sets[i] = new TopKeys();
    }
  }

  void count(int rule, long keyHash) {
    sets[(int) (Thread.currentThread().getId() & (SETS - 1))].count(
        rule, keyHash, /* name= */ null);
  }

  List<LimitedClient> most(int atMost, List<String> ruleNames) {
    Map<String, LimitedClient> byKey = new LinkedHashMap<>();
    for (TopKeys set : sets) {
      for (CountedClient each : set.most(Integer.MAX_VALUE, ruleNames)) {
        byKey.computeIfAbsent(each.id() + each.rule(), key -> sum(each, ruleNames));
      }
    }
    List<LimitedClient> all = new ArrayList<>(byKey.values());
    all.sort(
        Comparator.comparingLong(LimitedClient::count)
            .reversed()
            .thenComparing(LimitedClient::rule)
            .thenComparing(LimitedClient::id));
    return List.copyOf(all.subList(0, Math.min(atMost, all.size())));
  }

  private LimitedClient sum(CountedClient client, List<String> ruleNames) {
    long count = 0;
    long tooMany = 0;
    for (TopKeys set : sets) {
      CountedClient inSet =
          set.find(
              ruleNames.indexOf(client.rule()), Long.parseUnsignedLong(client.id(), 16), ruleNames);
      count += inSet.count();
      tooMany += inSet.tooMany();
    }
    return new LimitedClient(client.rule(), client.id(), count, tooMany);
  }
}
