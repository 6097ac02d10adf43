package dev.penstock.agent.shadow;

import dev.penstock.http.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.shadow.ClosedMinute;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.shadow.ComparisonRun;
import dev.penstock.shadow.ComparisonSummary;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.DivergenceListener;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.shadow.log.ComparedRule;
import dev.penstock.shadow.log.DivergenceLog;
import dev.penstock.shadow.log.LogHeader;
import dev.penstock.shadow.log.PenstockVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes a comparison to the divergence log of the rules, or one line per minute to stderr. */
public final class ComparisonJournal {
  private static final long WRITE_EVERY_MICROS = 5_000_000;
  private static final long MINUTE_MICROS = 60_000_000;

  private final @Nullable ShadowLogSettings settings;
  private final @Nullable DivergenceLog file;
  private final AgentLog log;
  private final ClientId clients;
  private final DivergenceListener inbound;
  private final DivergenceListener outbound;
  private long writtenAtMicros;
  private long writtenDiverging;
  private long writtenMinute;
  private List<@Nullable String> writtenReasons = List.of();

  ComparisonJournal(
      ComparisonRun run, RuleSets rules, ClientId clients, long nowMicros, AgentLog log) {
    settings = settings(rules);
    this.log = log;
    this.clients = clients;
    file =
        settings == null ? null : new DivergenceLog(settings, header(run, clients, nowMicros), log);
    inbound = new DivergenceListener(/* outbound= */ false, clients, this::write);
    outbound = new DivergenceListener(/* outbound= */ true, clients, this::write);
  }

  /** Returns the secret for the hashes of clients; null if the log contains its salt. */
  public static @Nullable String secret(RuleSets rules) {
    ShadowLogSettings log = settings(rules);
    return log == null ? null : log.secret();
  }

  private static @Nullable ShadowLogSettings settings(RuleSets rules) {
    return rules.inbound().settings().shadowing().log();
  }

  private static LogHeader header(ComparisonRun run, ClientId clients, long nowMicros) {
    ComparisonResult empty = run.result(nowMicros, /* lostLines= */ 0);
    List<ComparedRule> rules = new ArrayList<>();
    add(rules, Direction.INBOUND, empty.inbound());
    add(rules, Direction.OUTBOUND, empty.outbound());
    return LogHeader.ofNewRun(
        PenstockVersion.ofAgent(),
        run.meaning(),
        empty.candidate(),
        clients.salt(),
        empty.criteria(),
        rules);
  }

  private static void add(
      List<ComparedRule> rules, Direction direction, TrafficComparison traffic) {
    for (RuleCounts rule : traffic.rules()) {
      rules.add(new ComparedRule(direction, rule.rule(), rule.before(), rule.after()));
    }
  }

  /** True if these rules use the same log with the same hashes of clients. */
  boolean isFor(RuleSets rules, ClientId newClients) {
    return Objects.equals(settings, settings(rules))
        && Objects.equals(clients.salt(), newClients.salt())
        && clients.key().secretDigits().equals(newClients.key().secretDigits());
  }

  DivergenceListener inbound() {
    return inbound;
  }

  DivergenceListener outbound() {
    return outbound;
  }

  /** Returns how many diverging calls could not be written. */
  long lost() {
    return file == null ? 0 : file.lost();
  }

  private void write(Divergence divergence) {
    if (file != null) {
      file.offer(divergence);
    }
  }

  /** Writes the minutes that have ended; to a file also parts of the present minute. */
  void write(ComparisonRun run, long nowMicros) {
    if (file == null) {
      List<ClosedMinute> closed = run.closedMinutes(nowMicros);
      if (!closed.isEmpty()) {
        logMinutes(closed, run.result(nowMicros, /* lostLines= */ 0));
      }
    } else if (nowMicros - writtenAtMicros >= WRITE_EVERY_MICROS) {
      writtenAtMicros = nowMicros;
      writeParts(file, run, nowMicros);
    }
  }

  /*
   * A minute is written in parts, so that the end of the JVM loses only a few seconds of it. The
   * line with the affected clients is long. It is written once a minute, and in between only after
   * a big change: when twice as many calls diverge.
   */
  private void writeParts(DivergenceLog to, ComparisonRun run, long nowMicros) {
    List<ClosedMinute> parts = run.minutesUntilNow(nowMicros);
    for (ClosedMinute part : parts) {
      to.minute(part.minute(), part.inbound(), part.outbound());
    }
    ComparisonResult soFar = run.result(nowMicros, lost());
    long diverging = soFar.inbound().counts().plus(soFar.outbound().counts()).diverging();
    writeExcluded(to, soFar.excluded());
    long minute = Math.floorDiv(nowMicros, MINUTE_MICROS);
    if (diverging > 2 * writtenDiverging
        || (diverging > writtenDiverging && minute > writtenMinute)) {
      to.clients(soFar.inbound(), soFar.outbound());
      writtenDiverging = diverging;
      writtenMinute = minute;
    }
  }

  /** Writes the excluded time after each switch, not again while only time passes. */
  private void writeExcluded(DivergenceLog to, ExcludedTime excluded) {
    List<@Nullable String> reasons = new ArrayList<>();
    reasons.add(excluded.why());
    for (ExcludedTime.OfRule rule : excluded.rules()) {
      reasons.add(rule.rule());
      reasons.add(rule.why());
    }
    if (!excluded.isEmpty() && !reasons.equals(writtenReasons)) {
      writtenReasons = reasons;
      to.excluded(excluded);
    }
  }

  /** Writes the counts until now at once, because a switch was used. */
  void switched(ComparisonRun run, long nowMicros) {
    if (file != null) {
      writeParts(file, run, nowMicros);
    }
  }

  private void logMinutes(List<ClosedMinute> closed, ComparisonResult soFar) {
    for (ClosedMinute minute : closed) {
      if (minute.inbound().counts().total() + minute.outbound().counts().total() > 0) {
        log.info(ComparisonSummary.of(minute, soFar));
      }
    }
  }

  /** Writes the rest and closes the file. */
  void close(ComparisonRun run, long nowMicros) {
    if (file != null) {
      writtenDiverging = 0;
      writeParts(file, run, nowMicros);
      file.close();
    }
  }
}
