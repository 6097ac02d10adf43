package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One comparison from its start on: what is compared with what, and all that was counted. */
public final class ComparisonRun {
  private final String candidate;
  private final String meaning;
  private final CutoverCriteria terms;
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
    RuleSets.Candidate other = file.candidate();
    candidate = other == null ? "what is in shadow" : other.name();
    meaning = meaning(file, inbound, outbound);
    terms = file.inbound().settings().shadowing().terms();
    this.startMicros = startMicros;
    this.inbound =
        inbound == null ? null : ComparisonLedger.of(file.inbound(), inbound, mostMinutes);
    this.outbound =
        outbound == null ? null : ComparisonLedger.of(file.outbound(), outbound, mostMinutes);
  }

  /**
   * Starts to watch what a file has in shadow.
   *
   * @param mostMinutes how many minutes are remembered one by one
   * @return null if the file has nothing in shadow
   */
  public static @Nullable ComparisonRun of(RuleSets file, long startMicros, int mostMinutes) {
    CandidateTrial in = CandidateTrial.ofInbound(file);
    CandidateTrial out = CandidateTrial.ofOutbound(file);
    return in == null && out == null
        ? null
        : new ComparisonRun(file, in, out, startMicros, mostMinutes);
  }

  private static String meaning(
      RuleSets file, @Nullable CandidateTrial inbound, @Nullable CandidateTrial outbound) {
    return meaning(file.inbound(), inbound) + "\n\n" + meaning(file.outbound(), outbound);
  }

  private static String meaning(RuleSet inForce, @Nullable CandidateTrial trial) {
    if (trial == null) {
      return "";
    }
    RuleSet old = trial.old();
    return (old == null ? inForce : old).meaning() + "\nagainst\n" + trial.next().meaning();
  }

  /** True if the same is compared, so that it can be counted on. */
  public boolean comparesTheSameAs(ComparisonRun other) {
    return meaning.equals(other.meaning) && terms.equals(other.terms);
  }

  /** What is compared, to be told from others: the same in every JVM with the same rules. */
  public String meaning() {
    return meaning;
  }

  /** Where calls that come in are counted; null if they are not. */
  public @Nullable ComparisonLedger inbound() {
    return inbound;
  }

  /** Where calls that go out are counted; null if they are not. */
  public @Nullable ComparisonLedger outbound() {
    return outbound;
  }

  /**
   * From now on leaves out what is named here, because it was switched over or off.
   *
   * @param why the reason to leave out everything; null to compare
   * @param whyRules the reason to leave out a rule, by its name
   * @return false if that was so before
   */
  public boolean leaveOut(@Nullable String why, Map<String, String> whyRules, long nowMicros) {
    return exclusions.leaveOut(why, whyRules, nowMicros);
  }

  /** All that was counted so far. */
  public ComparisonResult findings(long nowMicros, long lostLines) {
    long excludedCalls =
        (inbound == null ? 0 : inbound.excluded()) + (outbound == null ? 0 : outbound.excluded());
    ExcludedTime excluded = exclusions.soFar(excludedCalls, nowMicros);
    return new ComparisonResult(
        candidate,
        terms,
        Math.max(0, nowMicros - startMicros - excluded.micros()),
        inbound == null ? TrafficComparison.NONE : inbound.traffic(),
        outbound == null ? TrafficComparison.NONE : outbound.traffic(),
        lostLines,
        excluded);
  }

  /** The minutes that have passed since this was asked last; to be asked now and then. */
  public List<ClosedMinute> closedMinutes(long nowMicros) {
    return joined(
        inbound == null ? List.of() : inbound.closedMinutes(nowMicros),
        outbound == null ? List.of() : outbound.closedMinutes(nowMicros));
  }

  /** The same, and what was counted of this minute so far; the rest of it is told later. */
  public List<ClosedMinute> untilNow(long nowMicros) {
    return joined(
        inbound == null ? List.of() : inbound.untilNow(nowMicros),
        outbound == null ? List.of() : outbound.untilNow(nowMicros));
  }

  private static List<ClosedMinute> joined(
      List<TrafficComparison> inbound, List<TrafficComparison> outbound) {
    Map<Long, TrafficComparison> in = byMinute(inbound);
    Map<Long, TrafficComparison> out = byMinute(outbound);
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

  private static Map<Long, TrafficComparison> byMinute(List<TrafficComparison> minutes) {
    Map<Long, TrafficComparison> byMinute = new TreeMap<>();
    for (TrafficComparison traffic : minutes) {
      byMinute.put(traffic.minutes().get(0).minute(), traffic);
    }
    return byMinute;
  }
}
