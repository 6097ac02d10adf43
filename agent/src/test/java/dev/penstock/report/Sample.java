package dev.penstock.report;

import dev.penstock.rule.CutoverTerms;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Findings;
import dev.penstock.shadow.MinuteCounts;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Waits;
import java.util.ArrayList;
import java.util.List;

/** Findings to be reported. */
final class Sample {
  static final long MINUTE = 29_000_000;
  private static final long MINUTE_MICROS = 60_000_000;

  private Sample() {}

  static Findings notReady() {
    return new Findings(
        "next.yaml",
        CutoverTerms.USUAL,
        180 * MINUTE_MICROS,
        inbound("api"),
        new Traffic(
            new Counts(500, 0, 0, 0),
            0,
            List.of(new RuleCounts("stripe", null, "25/s, leaky-bucket", new Counts(500, 0, 0, 0))),
            List.of(),
            List.of(),
            List.of(),
            new Waits(200, 200 * 42_000, 1_950_000)),
        /* lostLines= */ 12);
  }

  static Findings ready() {
    return new Findings(
        "next.yaml",
        CutoverTerms.USUAL,
        1_500 * MINUTE_MICROS,
        new Traffic(
            new Counts(9_999, 0, 1, 0),
            0,
            List.of(new RuleCounts("api", "100/min", "100/min", new Counts(9_999, 0, 1, 0))),
            List.of(new MinuteCounts(MINUTE, new Counts(9_999, 0, 1, 0))),
            List.of(),
            List.of(),
            Waits.NONE),
        Traffic.NONE,
        /* lostLines= */ 0);
  }

  static Findings nothingSeen() {
    return new Findings(
        "next.yaml",
        CutoverTerms.USUAL,
        0,
        new Traffic(
            Counts.NONE,
            0,
            List.of(new RuleCounts("api", "100/min", null, Counts.NONE)),
            List.of(),
            List.of(),
            List.of(),
            Waits.NONE),
        Traffic.NONE,
        /* lostLines= */ 0);
  }

  /** Findings in which all that others choose is this text. */
  static Findings named(String name) {
    return new Findings(name, CutoverTerms.USUAL, 0, inbound(name), inbound(name), 0);
  }

  private static Traffic inbound(String rule) {
    List<MinuteCounts> minutes = new ArrayList<>();
    for (int i = 0; i < 180; i++) {
      // Nobody watches in the second hour; the third is worse than the first.
      if (i < 60 || i >= 120) {
        minutes.add(new MinuteCounts(MINUTE + i, new Counts(90, 0, i < 60 ? 2 : 8, 0)));
      }
    }
    return new Traffic(
        new Counts(10_800, 0, 600, 0),
        3,
        List.of(
            new RuleCounts(
                rule, "100/min by ip, fixed-window", "100/min by ip", new Counts(900, 0, 600, 0)),
            new RuleCounts("search", "5/s by ip", "5/s by ip", new Counts(4_000, 0, 0, 0))),
        minutes,
        List.of(
            new Client(rule, "3f9a3f9a3f9a3f9a", 512, 0), new Client(rule, rule + "-id", 88, 7)),
        List.of(),
        Waits.NONE);
  }
}
