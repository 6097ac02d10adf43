package dev.penstock.simulate;

import dev.penstock.engine.Decision;
import dev.penstock.rule.RuleSet;
import dev.penstock.simulate.SimulationReport.Oddities;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Plays rules, and a candidate beside them, over logs in the time of the logs. */
public final class Simulator {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int LINES_BETWEEN_LOOKS = 1 << 12;

  private final VirtualTicker clock = new VirtualTicker();
  private final PlayedRules rules;
  private final Tally tally;
  private final @Nullable PlayedRules candidate;
  private final @Nullable DecisionLines decisions;
  private final Progress progress;
  private final SkippedLines skipped = new SkippedLines();
  private long lines;
  private long requests;
  private long firstMicros;
  private long late;
  private long latestMicros;
  private long hostNames;
  private long refusedThen;
  private long doneBytes;

  public Simulator(
      RuleSet ruleSet,
      @Nullable RuleSet candidate,
      @Nullable DecisionLines decisions,
      Progress progress) {
    rules = new PlayedRules(ruleSet, clock);
    tally = new Tally(ruleSet);
    this.candidate = candidate == null ? null : new PlayedRules(candidate, clock);
    this.decisions = decisions;
    this.progress = progress;
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
    requests++;
    judge(line);
  }

  private void setClock(long micros) {
    firstMicros = requests == 0 ? micros : firstMicros;
    long lateBy = clock.moveTo(micros);
    if (lateBy > 0) {
      late++;
      latestMicros = Math.max(latestMicros, lateBy);
    }
  }

  private void judge(LogLine line) {
    Decision decision = rules.judge(line);
    Decision other = candidate == null ? null : candidate.judge(line);
    tally.count(decision);
    if (decisions != null) {
      decisions.write(requests, line.micros(), decision, other);
    }
    rules.end(decision, line.status());
    if (candidate != null && other != null) {
      candidate.end(other, line.status());
    }
  }

  /** What came of it so far. */
  public SimulationReport report() {
    return new SimulationReport(
        requests,
        tally.rejected(),
        tally.rules(),
        firstMicros,
        clock.micros(),
        skipped,
        new Oddities(late, latestMicros, hostNames, refusedThen));
  }

  /** How many keys the rules remember. */
  long liveKeys() {
    return rules.liveKeys();
  }
}
