package dev.penstock.cli.simulate;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Quota;
import dev.penstock.rules.Rule;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.simulate.SimulationReport;
import dev.penstock.shadow.simulate.SimulationReport.Caveats;
import dev.penstock.shadow.simulate.SkippedLines;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The notes on what can make the result of a simulation differ from that of the agent. */
final class SimulationNotes {
  private static final String NOTE = "note: ";

  private final List<String> lines = new ArrayList<>();

  SimulationNotes(SimulationReport report, RuleSets rules) {
    addRuleNotes(rules);
    addLineNotes(report.caveats());
    addSkipped(report.skipped());
  }

  List<String> lines() {
    return lines;
  }

  /** The notes without lines of the log, which a page that is passed on must not contain. */
  List<String> withoutLogLines() {
    return lines.stream()
        .filter(line -> line.startsWith(NOTE))
        .map(line -> line.substring(NOTE.length()))
        .toList();
  }

  private void note(String text) {
    lines.add(NOTE + text);
  }

  private void addRuleNotes(RuleSets rules) {
    if (rules.mode() != Mode.ENFORCE) {
      note(
          rules.mode() == Mode.OFF
              ? "the mode of the file is off: its rules apply to no request"
              : "the mode of the file is shadow: its rules reject nothing");
    }
    int outbound = rules.outbound().rules().size();
    if (outbound > 0) {
      note(
          ValidateCommand.count(outbound, "outbound rule")
              + " ignored: an access log contains inbound requests only");
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
              + "` limits requests in flight, but a log does not contain their duration: here each"
              + " request ends before the next one");
    }
  }

  private static void addInFlight(RuleSets rules, Set<String> names) {
    for (Rule rule : rules.inbound().rules()) {
      for (Quota quota : rule.quotas()) {
        if (quota.defaultLimit().periodMicros() == 0) {
          names.add(quota.name());
        }
      }
    }
  }

  private void addLineNotes(Caveats caveats) {
    if (caveats.late() > 0) {
      note(
          lineCountWas(caveats.late())
              + " up to "
              + SimulationText.span(caveats.latestMicros())
              + " out of order and decided as of the latest time before");
    }
    if (caveats.hostNames() > 0) {
      note(
          SimulationText.number(caveats.hostNames())
              + (caveats.hostNames() == 1 ? " line has" : " lines have")
              + " a host name instead of an address: no rule by `ip` applies to them");
    }
    if (caveats.overflows() > 0) {
      note(
          "more clients at once than `max-keys` allows: "
              + ValidateCommand.count(caveats.overflows(), "decision")
              + " used the shared budget for further clients");
    }
    if (caveats.rejectedThen() > 0) {
      note(
          SimulationText.number(caveats.rejectedThen())
              + (caveats.rejectedThen() == 1 ? " request was" : " requests were")
              + " answered with 429 when the log was written; they are decided like all others");
    }
  }

  private void addSkipped(SkippedLines skipped) {
    if (skipped.count() == 0) {
      return;
    }
    note(lineCountWas(skipped.count()) + " skipped");
    for (SkippedLines.Example line : skipped.examples()) {
      lines.add("  " + line.log() + ":" + line.number() + ": " + line.why() + ": " + line.start());
    }
    long more = skipped.count() - skipped.examples().size();
    if (more > 0) {
      lines.add("  and " + SimulationText.number(more) + " more");
    }
  }

  private static String lineCountWas(long count) {
    return SimulationText.number(count) + (count == 1 ? " line was" : " lines were");
  }
}
