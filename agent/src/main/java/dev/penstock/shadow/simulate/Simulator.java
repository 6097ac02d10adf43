package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.ClientNames;
import dev.penstock.shadow.simulate.SimulationReport.Caveats;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Replays access logs through rules, and through a candidate, in the time of the logs. */
public final class Simulator {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int LINES_PER_PROGRESS = 1 << 12;

  private final VirtualTicker clock = new VirtualTicker();
  private final RuleSets file;
  private final ClientNames clients;
  private final SimulatedRules rules;
  private final SimulationTally tally;
  private final RequestedClients requestedClients;
  private final @Nullable DecisionLines decisions;
  private final SimulationProgress progress;
  private final SkippedLines skipped = new SkippedLines();

  /** Created with the first request, because its duration starts there. */
  private @Nullable SimulatedComparison comparison;

  private long lines;
  private long requests;
  private long firstMicros;
  private long late;
  private long latestMicros;
  private long hostNames;
  private long rejectedThen;
  private long doneBytes;

  /**
   * Creates a simulator.
   *
   * @param file the rules; its outbound rules are ignored
   * @param clients names the clients
   * @param clientKeys the keys of clients to count exactly, such as {@code user=42}
   * @param decisions where each decision is written; null to write none
   */
  public Simulator(
      RuleSets file,
      ClientNames clients,
      Collection<String> clientKeys,
      @Nullable DecisionLines decisions,
      SimulationProgress progress) {
    this.file = inboundOf(file);
    this.clients = clients;
    this.decisions = decisions;
    this.progress = progress;
    rules = new SimulatedRules(file.inbound(), clock);
    tally = new SimulationTally(file.inbound(), clients);
    requestedClients = new RequestedClients(clientKeys);
  }

  private static RuleSets inboundOf(RuleSets file) {
    RuleSets.Candidate other = file.candidate();
    RuleSets inbound = new RuleSets(file.inbound(), RuleSets.EMPTY.outbound());
    return other == null
        ? inbound
        : inbound.withCandidate(new RuleSets.Candidate(other.name(), inboundOf(other.rules())));
  }

  /** Replays a log after those that were replayed before. */
  public void replay(String name, InputStream stdin, @Nullable LogFormat format)
      throws IOException {
    try (LogInput input = LogInput.open(name, stdin)) {
      AccessLog log = new AccessLog(input.bytes());
      LogLine line = (format == null ? FirstLines.formatOf(log) : format).line();
      while (log.next()) {
        if (log.from() < log.to()) {
          replayLine(name, log, line);
        }
        if (++lines % LINES_PER_PROGRESS == 0) {
          progress.at(doneBytes + input.position(), lines);
        }
      }
      doneBytes += input.position();
    }
  }

  private void replayLine(String name, AccessLog log, LogLine line) {
    String why =
        log.isTooLong()
            ? "longer than " + AccessLog.MAX_LINE_BYTES + " bytes"
            : line.read(log.buffer(), log.from(), log.to());
    if (why != null) {
      skipped.add(name, log, why);
      return;
    }
    setClock(line.micros());
    hostNames += line.hasHostName() ? 1 : 0;
    rejectedThen += line.status() == TOO_MANY_REQUESTS ? 1 : 0;
    decide(line);
  }

  private void setClock(long micros) {
    long lateBy = clock.moveTo(micros);
    if (lateBy > 0) {
      late++;
      latestMicros = Math.max(latestMicros, lateBy);
    }
    if (requests++ == 0) {
      firstMicros = micros;
      comparison = SimulatedComparison.of(file, rules, clients, clock);
    }
  }

  private void decide(LogLine line) {
    Decision decision = rules.decide(line);
    Decision candidate = comparison == null ? null : comparison.decideAndCompare(line, decision);
    tally.count(decision, rules, line);
    requestedClients.count(
        line, rules, decision, comparison == null ? null : comparison.candidate(), candidate);
    if (decisions != null) {
      decisions.write(requests, line.micros(), decision, candidate);
    }
    rules.end(decision, line.status());
    if (comparison != null && candidate != null) {
      comparison.end(candidate, line.status());
    }
  }

  /** The result so far. */
  public SimulationReport report() {
    return new SimulationReport(
        requests,
        tally.rejected(),
        tally.rules(),
        tally.mostRejected(),
        requestedClients.all(),
        firstMicros,
        clock.micros(),
        skipped,
        new Caveats(late, latestMicros, hostNames, rejectedThen, overflows()),
        comparison == null ? null : comparison.result());
  }

  private long overflows() {
    return rules.overflows() + (comparison == null ? 0 : comparison.overflows());
  }

  /** How many keys the store of the rules holds. */
  long liveKeys() {
    return rules.liveKeys();
  }
}
