package dev.penstock.divergence;

import dev.penstock.call.Direction;
import dev.penstock.json.BrokenJson;
import dev.penstock.rule.CutoverTerms;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Excluded;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What logs have told of one comparison, in all of its runs. */
final class ComparisonSoFar {
  private static final int MOST_RUNS = 2_000;

  /** Two months; of what was before, the counts stay. */
  private static final int MOST_MINUTES = 100_000;

  private static final long MINUTE_MICROS = 60_000_000;

  private final Map<String, RunSoFar> runs = new LinkedHashMap<>();
  private final TreeMap<Long, Counts> inboundMinutes = new TreeMap<>();
  private final TreeMap<Long, Counts> outboundMinutes = new TreeMap<>();
  private final WatchedTime watched = new WatchedTime();
  private long lastStart = Long.MIN_VALUE;
  private String candidate = "";
  private CutoverTerms terms = CutoverTerms.USUAL;
  private List<ComparedRule> rules = List.of();

  /** A run has begun, or has begun another file. */
  void start(long time, LogHeader header) throws BrokenJson {
    if (runs.size() >= MOST_RUNS && !runs.containsKey(header.run())) {
      throw new BrokenJson("too many runs");
    }
    runs.putIfAbsent(header.run(), new RunSoFar(header.salt()));
    if (time >= lastStart) {
      lastStart = time;
      candidate = header.candidate();
      terms = header.terms();
      rules = header.rules();
    }
  }

  void excluded(String run, Excluded leftOut) throws BrokenJson {
    run(run).excluded(leftOut);
  }

  void minute(String run, long minute, Traffic inbound, Traffic outbound, long lost)
      throws BrokenJson {
    RunSoFar known = run(run);
    known.minute(minute, inbound, outbound);
    known.lost(lost);
    watched.add(minute, minute + 1);
    chart(inboundMinutes, minute, inbound.counts());
    chart(outboundMinutes, minute, outbound.counts());
  }

  private static void chart(NavigableMap<Long, Counts> minutes, long minute, Counts counts) {
    minutes.merge(minute, counts, Counts::plus);
    if (minutes.size() > MOST_MINUTES) {
      minutes.pollFirstEntry();
    }
  }

  void total(String run, RunTotals totals, long lost) throws BrokenJson {
    run(run).total(totals);
    run(run).lost(lost);
    watched.add(totals.firstMinute(), totals.firstMinute() + totals.watchedMinutes());
  }

  void clients(String run, Traffic inbound, Traffic outbound) throws BrokenJson {
    run(run).clients(inbound, outbound);
  }

  private RunSoFar run(String name) throws BrokenJson {
    RunSoFar run = runs.get(name);
    if (run == null) {
      throw new BrokenJson("a run without a start");
    }
    return run;
  }

  boolean has(String run) {
    return runs.containsKey(run);
  }

  long lastStart() {
    return lastStart;
  }

  String candidate() {
    return candidate;
  }

  Collection<RunSoFar> runs() {
    return runs.values();
  }

  Findings findings() {
    long lost = 0;
    long minutes = 0;
    Excluded excluded = Excluded.NONE;
    for (RunSoFar run : runs.values()) {
      lost += run.lost();
      excluded = excluded.plus(run.excluded());
      minutes += run.totals().watchedMinutes();
    }
    // Totals do not tell where a run had gaps, but nobody has watched longer than all together.
    long micros = Math.min(watched.minutes(), minutes) * MINUTE_MICROS;
    return new Findings(
        candidate,
        terms,
        micros,
        traffic(Direction.INBOUND, inboundMinutes),
        traffic(Direction.OUTBOUND, outboundMinutes),
        lost,
        excluded);
  }

  private Traffic traffic(Direction direction, Map<Long, Counts> minutes) {
    DirectionTotals all = new DirectionTotals();
    for (RunSoFar run : runs.values()) {
      all.add(run.totals().of(direction).toTraffic());
    }
    Traffic sums = all.toTraffic();
    return new Traffic(
        sums.counts(),
        sums.unjudged(),
        ruleCounts(direction, all),
        minutes.entrySet().stream()
            .map(minute -> new MinuteCounts(minute.getKey(), minute.getValue()))
            .toList(),
        clients(direction, /* newlyRejected= */ true),
        clients(direction, /* newlyRejected= */ false),
        sums.waits());
  }

  /** In the order of the file; then those that only earlier runs had. */
  private List<RuleCounts> ruleCounts(Direction direction, DirectionTotals all) {
    Map<String, RuleCounts> byName = new LinkedHashMap<>();
    for (ComparedRule rule : rules) {
      if (rule.direction() == direction) {
        byName.put(
            rule.rule(),
            new RuleCounts(rule.rule(), rule.before(), rule.after(), all.countsOf(rule.rule())));
      }
    }
    for (RuleCounts other : all.toTraffic().rules()) {
      byName.putIfAbsent(other.rule(), other);
    }
    return List.copyOf(byName.values());
  }

  private record Whose(@Nullable String salt, String rule, String id) {}

  /** Ids with different salts are not the same client, or nobody can tell. */
  private List<Client> clients(Direction direction, boolean newlyRejected) {
    Map<Whose, Client> merged = new LinkedHashMap<>();
    for (RunSoFar run : runs.values()) {
      Traffic listed = run.clients(direction);
      for (Client client : newlyRejected ? listed.newlyRejected() : listed.newlyAdmitted()) {
        merged.merge(
            new Whose(run.salt, client.rule(), client.id()), client, ComparisonSoFar::plus);
      }
    }
    return merged.values().stream()
        .sorted(Comparator.comparingLong(Client::count).reversed())
        .limit(LogLines.MOST_CLIENTS)
        .toList();
  }

  private static Client plus(Client one, Client other) {
    return new Client(
        one.rule(), one.id(), one.count() + other.count(), one.tooMany() + other.tooMany());
  }
}
