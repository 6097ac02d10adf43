package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One comparison from its start on, for both directions: what is compared, and all counts. */
public final class ComparisonRun {
  private final String candidate;
  private final String meaning;
  private final CutoverCriteria criteria;
  private final long startMicros;
  private final @Nullable ComparisonLedger inbound;
  private final @Nullable ComparisonLedger outbound;
  private final Exclusions exclusions = new Exclusions();

  private ComparisonRun(
      RuleSets file,
      @Nullable CandidateTrial inbound,
      @Nullable CandidateTrial outbound,
      long startMicros,
      int mostMinutes) {
    candidate = CandidateTrial.candidateName(file);
    meaning = meaning(file, inbound, outbound);
    criteria = file.inbound().settings().shadowing().terms();
    this.startMicros = startMicros;
    this.inbound =
        inbound == null ? null : ComparisonLedger.of(file.inbound(), inbound, mostMinutes);
    this.outbound =
        outbound == null ? null : ComparisonLedger.of(file.outbound(), outbound, mostMinutes);
  }

  /**
   * Starts a comparison of what a file has in shadow.
   *
   * @param mostMinutes how many minutes are remembered one by one
   * @return null if the file has nothing in shadow
   */
  public static @Nullable ComparisonRun of(RuleSets file, long startMicros, int mostMinutes) {
    CandidateTrial inbound = CandidateTrial.ofInbound(file);
    CandidateTrial outbound = CandidateTrial.ofOutbound(file);
    return inbound == null && outbound == null
        ? null
        : new ComparisonRun(file, inbound, outbound, startMicros, mostMinutes);
  }

  private static String meaning(
      RuleSets file, @Nullable CandidateTrial inbound, @Nullable CandidateTrial outbound) {
    return meaning(file.inbound(), inbound) + "\n\n" + meaning(file.outbound(), outbound);
  }

  private static String meaning(RuleSet live, @Nullable CandidateTrial trial) {
    if (trial == null) {
      return "";
    }
    RuleSet enforced = trial.enforced();
    return (enforced == null ? live : enforced).meaning()
        + "\nagainst\n"
        + trial.candidate().meaning();
  }

  /** True if both compare the same rules by the same criteria, so that counting can continue. */
  public boolean comparesTheSameAs(ComparisonRun other) {
    return meaning.equals(other.meaning) && criteria.equals(other.criteria);
  }

  /** A text that identifies what is compared: the same in every JVM with the same rules. */
  public String meaning() {
    return meaning;
  }

  /** The ledger of inbound requests; null if they are not compared. */
  public @Nullable ComparisonLedger inbound() {
    return inbound;
  }

  /** The ledger of outbound calls; null if they are not compared. */
  public @Nullable ComparisonLedger outbound() {
    return outbound;
  }

  /**
   * Sets what is excluded from now on, because it was switched off or to another mode.
   *
   * @param why the reason to exclude everything; null to compare
   * @param whyRules the reason to exclude a rule, by its name
   * @return false if nothing changes
   */
  public boolean exclude(@Nullable String why, Map<String, String> whyRules, long nowMicros) {
    return exclusions.set(why, whyRules, nowMicros);
  }

  /** The result so far. */
  public ComparisonResult result(long nowMicros, long lostLines) {
    long excludedCalls =
        (inbound == null ? 0 : inbound.excluded()) + (outbound == null ? 0 : outbound.excluded());
    ExcludedTime excluded = exclusions.soFar(excludedCalls, nowMicros);
    return new ComparisonResult(
        candidate,
        criteria,
        Math.max(0, nowMicros - startMicros - excluded.micros()),
        inbound == null ? TrafficComparison.NONE : inbound.traffic(),
        outbound == null ? TrafficComparison.NONE : outbound.traffic(),
        lostLines,
        excluded);
  }

  /** The minutes that have ended since the last call. Call it regularly. */
  public List<ClosedMinute> closedMinutes(long nowMicros) {
    return byMinute(
        inbound == null ? List.of() : inbound.closedMinutes(nowMicros),
        outbound == null ? List.of() : outbound.closedMinutes(nowMicros));
  }

  /**
   * The minutes that have ended since the last call, and the part of the current minute so far. The
   * rest of the current minute follows later.
   */
  public List<ClosedMinute> minutesUntilNow(long nowMicros) {
    return byMinute(
        inbound == null ? List.of() : inbound.minutesUntilNow(nowMicros),
        outbound == null ? List.of() : outbound.minutesUntilNow(nowMicros));
  }

  private static List<ClosedMinute> byMinute(
      List<TrafficComparison> inbound, List<TrafficComparison> outbound) {
    Map<Long, TrafficComparison> in = mapByMinute(inbound);
    Map<Long, TrafficComparison> out = mapByMinute(outbound);
    Map<Long, TrafficComparison> all = new TreeMap<>(in);
    all.putAll(out);
    List<ClosedMinute> closed = new ArrayList<>();
    for (long minute : all.keySet()) {
      closed.add(
          new ClosedMinute(
              minute,
              in.getOrDefault(minute, TrafficComparison.NONE),
              out.getOrDefault(minute, TrafficComparison.NONE)));
    }
    return closed;
  }

  private static Map<Long, TrafficComparison> mapByMinute(List<TrafficComparison> minutes) {
    Map<Long, TrafficComparison> byMinute = new TreeMap<>();
    for (TrafficComparison traffic : minutes) {
      byMinute.put(traffic.minutes().get(0).minute(), traffic);
    }
    return byMinute;
  }
}
