package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.json.InvalidJsonException;
import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The content of the logs about one comparison, in all of its runs. */
final class ReadComparison {
  private static final int MOST_RUNS = 2_000;

  /** About two months; older minutes are in the counts only. */
  private static final int MOST_MINUTES = 100_000;

  private static final long MINUTE_MICROS = 60_000_000;

  private final Map<String, ReadRun> runs = new LinkedHashMap<>();
  private final TreeMap<Long, AgreementCounts> inboundMinutes = new TreeMap<>();
  private final TreeMap<Long, AgreementCounts> outboundMinutes = new TreeMap<>();
  private final ObservedMinutes watched = new ObservedMinutes();
  private long lastStart = Long.MIN_VALUE;
  private String candidate = "";
  private CutoverCriteria criteria = CutoverCriteria.DEFAULT;
  private List<ComparedRule> rules = List.of();

  /** Adds a start line: of a new run, or of another file of a known run. */
  void start(long time, LogHeader header) throws InvalidJsonException {
    if (runs.size() >= MOST_RUNS && !runs.containsKey(header.run())) {
      throw new InvalidJsonException("too many runs");
    }
    runs.putIfAbsent(header.run(), new ReadRun(header.salt()));
    if (time >= lastStart) {
      lastStart = time;
      candidate = header.candidate();
      criteria = header.criteria();
      rules = header.rules();
    }
  }

  void excluded(String run, ExcludedTime excluded) throws InvalidJsonException {
    run(run).excluded(excluded);
  }

  void minute(
      String run, long minute, TrafficComparison inbound, TrafficComparison outbound, long lost)
      throws InvalidJsonException {
    ReadRun known = run(run);
    known.minute(minute, inbound, outbound);
    known.lost(lost);
    watched.add(minute, minute + 1);
    chart(inboundMinutes, minute, inbound.counts());
    chart(outboundMinutes, minute, outbound.counts());
  }

  private static void chart(
      NavigableMap<Long, AgreementCounts> minutes, long minute, AgreementCounts counts) {
    minutes.merge(minute, counts, AgreementCounts::plus);
    if (minutes.size() > MOST_MINUTES) {
      minutes.pollFirstEntry();
    }
  }

  void total(String run, RunTotals totals, long lost) throws InvalidJsonException {
    run(run).total(totals);
    run(run).lost(lost);
    watched.add(totals.firstMinute(), totals.firstMinute() + totals.watchedMinutes());
  }

  void clients(String run, TrafficComparison inbound, TrafficComparison outbound)
      throws InvalidJsonException {
    run(run).clients(inbound, outbound);
  }

  private ReadRun run(String name) throws InvalidJsonException {
    ReadRun run = runs.get(name);
    if (run == null) {
      throw new InvalidJsonException("run without a start line");
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

  Collection<ReadRun> runs() {
    return runs.values();
  }

  ComparisonResult result() {
    long lost = 0;
    long minutes = 0;
    ExcludedTime excluded = ExcludedTime.NONE;
    for (ReadRun run : runs.values()) {
      lost += run.lost();
      excluded = excluded.plus(run.excluded());
      minutes += run.totals().watchedMinutes();
    }
    // Totals do not contain the gaps of a run; the sum of all runs is an upper bound.
    long micros = Math.min(watched.minutes(), minutes) * MINUTE_MICROS;
    return new ComparisonResult(
        candidate,
        criteria,
        micros,
        traffic(Direction.INBOUND, inboundMinutes),
        traffic(Direction.OUTBOUND, outboundMinutes),
        lost,
        excluded);
  }

  private TrafficComparison traffic(Direction direction, Map<Long, AgreementCounts> minutes) {
    DirectionTotals all = new DirectionTotals();
    for (ReadRun run : runs.values()) {
      all.add(run.totals().of(direction).toTraffic());
    }
    TrafficComparison sums = all.toTraffic();
    return new TrafficComparison(
        sums.counts(),
        sums.notCompared(),
        ruleCounts(direction, all),
        minutes.entrySet().stream()
            .map(minute -> new MinuteCounts(minute.getKey(), minute.getValue()))
            .toList(),
        clients(direction, /* newlyRejected= */ true),
        clients(direction, /* newlyRejected= */ false),
        sums.waits());
  }

  /** The rules in the order of the file, then those that only earlier runs had. */
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

  private record ClientKey(@Nullable String salt, String rule, String id) {}

  /** The most affected clients of all runs. Ids with different salts cannot be matched. */
  private List<CountedClient> clients(Direction direction, boolean newlyRejected) {
    Map<ClientKey, CountedClient> merged = new LinkedHashMap<>();
    for (ReadRun run : runs.values()) {
      TrafficComparison listed = run.clients(direction);
      for (CountedClient client : newlyRejected ? listed.newlyRejected() : listed.newlyAdmitted()) {
        merged.merge(
            new ClientKey(run.salt, client.rule(), client.id()), client, ReadComparison::plus);
      }
    }
    return merged.values().stream()
        .sorted(Comparator.comparingLong(CountedClient::count).reversed())
        .limit(LogLines.MOST_CLIENTS)
        .toList();
  }

  private static CountedClient plus(CountedClient one, CountedClient other) {
    return new CountedClient(
        one.rule(), one.id(), one.count() + other.count(), one.tooMany() + other.tooMany());
  }
}
