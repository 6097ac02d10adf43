package dev.penstock.cli.simulate;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.simulate.SimulationReport;
import dev.penstock.shadow.simulate.SimulationReport.Oddities;
import dev.penstock.shadow.simulate.SkippedLines;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one should know before believing a simulation. */
final class SimulationNotes {
  private static final String NOTE = "note: ";

  private final List<String> lines = new ArrayList<>();

  SimulationNotes(SimulationReport report, RuleSets rules) {
    ofRules(rules);
    ofLines(report.oddities());
    ofSkipped(report.skipped());
  }

  List<String> lines() {
    return lines;
  }

  /** The same without what stands in the log, for those who need not know. */
  List<String> withoutLines() {
    return lines.stream()
        .filter(line -> line.startsWith(NOTE))
        .map(line -> line.substring(NOTE.length()))
        .toList();
  }

  private void note(String text) {
    lines.add(NOTE + text);
  }

  private void ofRules(RuleSets rules) {
    if (rules.mode() != Mode.ENFORCE) {
      note(
          rules.mode() == Mode.OFF
              ? "the mode of the file is off: no rule looks at any request"
              : "the mode of the file is shadow: its rules turn nobody away");
    }
    int outbound = rules.outbound().rules().size();
    if (outbound > 0) {
      note(
          ValidateCommand.count(outbound, "outbound rule")
              + " left out: an access log tells of requests that come in");
    }
    Set<String> inFlight = new LinkedHashSet<>();
    addInFlight(rules, inFlight);
    RuleSets.Candidate candidate = rules.candidate();
    if (candidate != null) {
      addInFlight(candidate.rules(), inFlight);
    }
    for (String name : inFlight) {
      note(
          "`"
              + name
              + "` limits requests in flight, but a log does not tell how long they took: here"
              + " each one ends before the next");
    }
  }

  private static void addInFlight(RuleSets rules, Set<String> names) {
    for (Rule rule : rules.inbound().rules()) {
      for (Quota quota : rule.quotas()) {
        if (quota.anyLimit().periodMicros() == 0) {
          names.add(quota.name());
        }
      }
    }
  }

  private void ofLines(Oddities odd) {
    if (odd.late() > 0) {
      note(
          were(odd.late())
              + " up to "
              + SimulationText.span(odd.latestMicros())
              + " out of order, and judged as of the latest time seen by then");
    }
    if (odd.hostNames() > 0) {
      note(
          SimulationText.number(odd.hostNames())
              + (odd.hostNames() == 1 ? " line names" : " lines name")
              + " the client by a host name instead of an address: no rule by `ip` is for them");
    }
    if (odd.overflows() > 0) {
      note(
          "there were more clients at once than `max-keys` allows for: "
              + ValidateCommand.count(odd.overflows(), "decision")
              + " on the budget that all further ones share");
    }
    if (odd.refusedThen() > 0) {
      note(
          SimulationText.number(odd.refusedThen())
              + (odd.refusedThen() == 1 ? " request was" : " requests were")
              + " answered 429 when the log was written; they are judged like all others");
    }
  }

  private void ofSkipped(SkippedLines skipped) {
    if (skipped.count() == 0) {
      return;
    }
    note(were(skipped.count()) + " skipped");
    for (SkippedLines.Example line : skipped.first()) {
      lines.add("  " + line.log() + ":" + line.number() + ": " + line.why() + ": " + line.start());
    }
    long more = skipped.count() - skipped.first().size();
    if (more > 0) {
      lines.add("  and " + SimulationText.number(more) + " more");
    }
  }

  private static String were(long count) {
    return SimulationText.number(count) + (count == 1 ? " line was" : " lines were");
  }
}
