package dev.penstock.shadow.report;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;

/** Sample results for reports. */
final class ReportSample {
  static final long MINUTE = 29_000_000;
  private static final long MINUTE_MICROS = 60_000_000;

  private ReportSample() {}

  static ComparisonResult notReady() {
    return new ComparisonResult(
        "next.yaml",
        CutoverCriteria.DEFAULT,
        180 * MINUTE_MICROS,
        inbound("api"),
        new TrafficComparison(
            new AgreementCounts(500, 0, 0, 0),
            0,
            List.of(
                new RuleCounts(
                    "stripe", null, "25/s, leaky-bucket", new AgreementCounts(500, 0, 0, 0))),
            List.of(),
            List.of(),
            List.of(),
            new CandidateWaits(200, 200 * 42_000, 1_950_000)),
        /* lostLines= */ 12);
  }

  static ComparisonResult ready() {
    return new ComparisonResult(
        "next.yaml",
        CutoverCriteria.DEFAULT,
        1_500 * MINUTE_MICROS,
        new TrafficComparison(
            new AgreementCounts(9_999, 0, 1, 0),
            0,
            List.of(
                new RuleCounts("api", "100/min", "100/min", new AgreementCounts(9_999, 0, 1, 0))),
            List.of(new MinuteCounts(MINUTE, new AgreementCounts(9_999, 0, 1, 0))),
            List.of(),
            List.of(),
            CandidateWaits.NONE),
        TrafficComparison.NONE,
        /* lostLines= */ 0);
  }

  static ComparisonResult nothingSeen() {
    return new ComparisonResult(
        "next.yaml",
        CutoverCriteria.DEFAULT,
        0,
        new TrafficComparison(
            AgreementCounts.NONE,
            0,
            List.of(new RuleCounts("api", "100/min", null, AgreementCounts.NONE)),
            List.of(),
            List.of(),
            List.of(),
            CandidateWaits.NONE),
        TrafficComparison.NONE,
        /* lostLines= */ 0);
  }

  /** A result in which every name from outside is this text. */
  static ComparisonResult named(String name) {
    return new ComparisonResult(name, CutoverCriteria.DEFAULT, 0, inbound(name), inbound(name), 0);
  }

  private static TrafficComparison inbound(String rule) {
    List<MinuteCounts> minutes = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      // Nothing is compared in the second hour; the third diverges more than the first.
      if (i < 60 || i >= 120) {
        minutes.add(new MinuteCounts(MINUTE + i, new AgreementCounts(90, 0, i < 60 ? 2 : 8, 0)));
      }
    }
    return new TrafficComparison(
        new AgreementCounts(10_800, 0, 600, 0),
        3,
        List.of(
            new RuleCounts(
                rule,
                "100/min by ip, fixed-window",
                "100/min by ip",
                new AgreementCounts(900, 0, 600, 0)),
            new RuleCounts(
                "search", "5/s by ip", "5/s by ip", new AgreementCounts(4_000, 0, 0, 0))),
        minutes,
        List.of(
            new CountedClient(rule, "3f9a3f9a3f9a3f9a", 512, 0),
            new CountedClient(rule, rule + "-id", 88, 7)),
        List.of(),
        CandidateWaits.NONE);
  }
}
