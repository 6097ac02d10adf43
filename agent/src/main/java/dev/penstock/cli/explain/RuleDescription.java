package dev.penstock.cli.explain;

import dev.penstock.rules.CountedResponses;
import dev.penstock.rules.Mode;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.StatusRange;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** Describes the settings of a rule besides its limits, unless they are the defaults. */
final class RuleDescription {
  private RuleDescription() {}

  static void print(Rule rule, Match match, PrintStream out) {
    if (rule.mode() == Mode.SHADOW) {
      out.println(
          "  mode   shadow: "
              + (rule.pacing() == null ? "rejects nothing" : "holds and rejects nothing"));
    } else if (rule.enforcedPercent() < 100) {
      out.println("  mode   enforced for " + rule.enforcedPercent() + "% of its keys");
    }
    long cost = match.cost() > 0 ? match.cost() : rule.cost();
    if (cost != 1) {
      out.println("  cost   " + cost);
    }
    CountedResponses counted = rule.counted();
    if (counted != null) {
      out.println("  counts " + words(counted));
    }
    PacingSettings pacing = rule.pacing();
    if (pacing != null) {
      PacingDescription.print(pacing, out);
    }
  }

  private static String words(CountedResponses counted) {
    return counted.statuses().isEmpty()
        ? "all responses"
        : "responses with " + words(counted.statuses());
  }

  static String words(List<StatusRange> ranges) {
    return ranges.stream().map(RuleDescription::words).collect(Collectors.joining(" or "));
  }

  private static String words(StatusRange range) {
    if (range.from() == range.to()) {
      return Integer.toString(range.from());
    }
    boolean isClass = range.from() % 100 == 0 && range.to() == range.from() + 99;
    return isClass ? range.from() / 100 + "xx" : range.from() + "-" + range.to();
  }
}
