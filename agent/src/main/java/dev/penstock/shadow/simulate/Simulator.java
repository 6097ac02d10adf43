package dev.penstock.shadow.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rules.RuleSets;
import dev.penstock.shadow.ClientNames;
import dev.penstock.shadow.simulate.SimulationReport.Oddities;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Plays rules, and a candidate beside them, over logs in the time of the logs. */
public final class Simulator {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int LINES_BETWEEN_LOOKS = 1 << 12;

  private final VirtualTicker clock = new VirtualTicker();
  private final RuleSets file;
  private final ClientNames clients;
  private final PlayedRules rules;
  private final SimulationTally tally;
  private final RequestedClients asked;
  private final @Nullable DecisionLines decisions;
  private final SimulationProgress progress;
  private final SkippedLines skipped = new SkippedLines();

  /** Starts with the first request, as its time counts from there. */
  private @Nullable PlayedTrial trial;

  private long lines;
  private long requests;
  private long firstMicros;
  private long late;
  private long latestMicros;
  private long hostNames;
  private long refusedThen;
  private long doneBytes;

  /**
   * @param file the rules; those for calls that go out have nothing to do here
   * @param clients what clients are called
   * @param asked the keys of clients to be counted one by one, such as {@code user=42}
   * @param decisions where each decision is written to; null if nowhere
   */
  public Simulator(
      RuleSets file,
      ClientNames clients,
      Collection<String> asked,
      @Nullable DecisionLines decisions,
      SimulationProgress progress) {
    this.file = inboundOf(file);
    this.clients = clients;
    this.decisions = decisions;
    this.progress = progress;
    rules = new PlayedRules(file.inbound(), clock);
    tally = new SimulationTally(file.inbound(), clients);
    this.asked = new RequestedClients(asked);
  }

  private static RuleSets inboundOf(RuleSets file) {
    RuleSets.Candidate other = file.candidate();
    RuleSets inbound = new RuleSets(file.inbound(), RuleSets.EMPTY.outbound());
    return other == null
        ? inbound
        : inbound.beside(new RuleSets.Candidate(other.name(), inboundOf(other.rules())));
  }

  /** Plays a log after those before. */
  public void play(String name, InputStream stdin, @Nullable LogFormat format) throws IOException {
    try (LogInput input = LogInput.open(name, stdin)) {
      AccessLog log = new AccessLog(input.bytes());
      LogLine line = (format == null ? FirstLines.formatOf(log) : format).line();
      while (log.next()) {
        if (log.from() < log.to()) {
          play(name, log, line);
        }
        if (++lines % LINES_BETWEEN_LOOKS == 0) {
          progress.at(doneBytes + input.position(), lines);
        }
      }
      doneBytes += input.position();
    }
  }

  private void play(String name, AccessLog log, LogLine line) {
    String why =
        log.isTooLong()
            ? "longer than " + AccessLog.LONGEST + " bytes"
            : line.read(log.buffer(), log.from(), log.to());
    if (why != null) {
      skipped.add(name, log, why);
      return;
    }
    setClock(line.micros());
    hostNames += line.hasHostName() ? 1 : 0;
    refusedThen += line.status() == TOO_MANY_REQUESTS ? 1 : 0;
    judge(line);
  }

  private void setClock(long micros) {
    long lateBy = clock.moveTo(micros);
    if (lateBy > 0) {
      late++;
      latestMicros = Math.max(latestMicros, lateBy);
    }
    if (requests++ == 0) {
      firstMicros = micros;
      trial = PlayedTrial.of(file, rules, clients, clock);
    }
  }

  private void judge(LogLine line) {
    Decision decision = rules.judge(line);
    Decision candidate = trial == null ? null : trial.judge(line, decision);
    tally.count(decision, rules, line);
    asked.count(line, rules, decision, trial == null ? null : trial.candidate(), candidate);
    if (decisions != null) {
      decisions.write(requests, line.micros(), decision, candidate);
    }
    rules.end(decision, line.status());
    if (trial != null && candidate != null) {
      trial.end(candidate, line.status());
    }
  }

  /** What came of it so far. */
  public SimulationReport report() {
    return new SimulationReport(
        requests,
        tally.rejected(),
        tally.rules(),
        tally.mostRefused(),
        asked.all(),
        firstMicros,
        clock.micros(),
        skipped,
        new Oddities(late, latestMicros, hostNames, refusedThen, overflows()),
        trial == null ? null : trial.findings());
  }

  private long overflows() {
    return rules.overflows() + (trial == null ? 0 : trial.overflows());
  }

  /** How many keys the rules remember. */
  long liveKeys() {
    return rules.liveKeys();
  }
}
