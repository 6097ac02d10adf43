package dev.penstock.agent;

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

/** Where a comparison is written to: the log that the rules name, or else a line every minute. */
final class ComparisonJournal {
  private static final long WRITE_EVERY_MICROS = 5_000_000;
  private static final long MINUTE_MICROS = 60_000_000;

  private final @Nullable ShadowLogSettings settings;
  private final @Nullable DivergenceLog file;
  private final AgentLog log;
  private final ClientId clients;
  private final DivergenceListener inbound;
  private final DivergenceListener outbound;
  private long writtenAtMicros;
  private long toldDiverging;
  private long toldMinute;
  private List<@Nullable String> toldReasons = List.of();

  ComparisonJournal(
      ComparisonRun watch, RuleSets rules, ClientId clients, long nowMicros, AgentLog log) {
    settings = settings(rules);
    this.log = log;
    this.clients = clients;
    file =
        settings == null
            ? null
            : new DivergenceLog(settings, header(watch, clients, nowMicros), log);
    inbound = new DivergenceListener(/* outbound= */ false, clients, this::write);
    outbound = new DivergenceListener(/* outbound= */ true, clients, this::write);
  }

  /** What the log's clients are hashed with; null if that stands in the log. */
  static @Nullable String secret(RuleSets rules) {
    ShadowLogSettings log = settings(rules);
    return log == null ? null : log.secret();
  }

  private static @Nullable ShadowLogSettings settings(RuleSets rules) {
    return rules.inbound().settings().shadowing().log();
  }

  private static LogHeader header(ComparisonRun watch, ClientId clients, long nowMicros) {
    ComparisonResult nothingYet = watch.result(nowMicros, /* lostLines= */ 0);
    List<ComparedRule> rules = new ArrayList<>();
    add(rules, Direction.INBOUND, nothingYet.inbound());
    add(rules, Direction.OUTBOUND, nothingYet.outbound());
    return LogHeader.ofNewRun(
        PenstockVersion.ofAgent(),
        watch.meaning(),
        nothingYet.candidate(),
        clients.salt(),
        nothingYet.criteria(),
        rules);
  }

  private static void add(
      List<ComparedRule> rules, Direction direction, TrafficComparison traffic) {
    for (RuleCounts rule : traffic.rules()) {
      rules.add(new ComparedRule(direction, rule.rule(), rule.before(), rule.after()));
    }
  }

  /** True if these rules want it written to the same place, with clients called the same. */
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

  /** How many calls could not be written down. */
  long lost() {
    return file == null ? 0 : file.lost();
  }

  private void write(Divergence divergence) {
    if (file != null) {
      file.offer(divergence);
    }
  }

  /** Tells of the minutes that are over, and a file of this one now and then. */
  void tell(ComparisonRun watch, long nowMicros) {
    if (file == null) {
      List<ClosedMinute> closed = watch.closedMinutes(nowMicros);
      if (!closed.isEmpty()) {
        sayOnStderr(closed, watch.result(nowMicros, /* lostLines= */ 0));
      }
    } else if (nowMicros - writtenAtMicros >= WRITE_EVERY_MICROS) {
      writtenAtMicros = nowMicros;
      writeDown(file, watch, nowMicros);
    }
  }

  /*
   * A minute is written in parts, so that a JVM that ends takes only a few seconds of it along. Who
   * is affected is a long line; it is written with every new minute, and in between when it has
   * become something else: when twice as many calls diverge.
   */
  private void writeDown(DivergenceLog to, ComparisonRun watch, long nowMicros) {
    List<ClosedMinute> parts = watch.minutesUntilNow(nowMicros);
    for (ClosedMinute part : parts) {
      to.minute(part.minute(), part.inbound(), part.outbound());
    }
    ComparisonResult soFar = watch.result(nowMicros, lost());
    long diverging = soFar.inbound().counts().plus(soFar.outbound().counts()).diverging();
    tellExcluded(to, soFar.excluded());
    long minute = Math.floorDiv(nowMicros, MINUTE_MICROS);
    if (diverging > 2 * toldDiverging || (diverging > toldDiverging && minute > toldMinute)) {
      to.clients(soFar.inbound(), soFar.outbound());
      toldDiverging = diverging;
      toldMinute = minute;
    }
  }

  /** With each switch, and not again while nothing but the time passes. */
  private void tellExcluded(DivergenceLog to, ExcludedTime excluded) {
    List<@Nullable String> reasons = new ArrayList<>();
    reasons.add(excluded.why());
    for (ExcludedTime.OfRule rule : excluded.rules()) {
      reasons.add(rule.rule());
      reasons.add(rule.why());
    }
    if (!excluded.isEmpty() && !reasons.equals(toldReasons)) {
      toldReasons = reasons;
      to.excluded(excluded);
    }
  }

  /** Something was switched over, or back: what was counted until now is written at once. */
  void switched(ComparisonRun watch, long nowMicros) {
    if (file != null) {
      writeDown(file, watch, nowMicros);
    }
  }

  private void sayOnStderr(List<ClosedMinute> closed, ComparisonResult soFar) {
    for (ClosedMinute minute : closed) {
      if (minute.inbound().counts().total() + minute.outbound().counts().total() > 0) {
        log.info(ComparisonSummary.of(minute, soFar));
      }
    }
  }

  /** Writes what is left, and lets go of the file. */
  void close(ComparisonRun watch, long nowMicros) {
    if (file != null) {
      toldDiverging = 0;
      writeDown(file, watch, nowMicros);
      file.close();
    }
  }
}
