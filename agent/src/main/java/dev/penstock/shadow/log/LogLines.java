package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.json.JsonStrings;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Formats the lines of the divergence log: one JSON object per line. */
final class LogLines {
  /*
   * Format 1. All times are milliseconds since 1970; docs/divergence-log.md shows every line.
   *
   *   start       what is compared: the first line of every file, and written again after an error
   *   total       the counts of the run so far, after every start except the first of a run. A
   *               reader uses it instead of the minutes it has added up, so no count is missing when
   *               the oldest file is deleted or lines could not be written
   *   minute      the counts of one minute, even without calls, in the order of AgreementCounts
   *   clients     the most affected clients of the run so far; the last line is valid
   *   excluded    the exclusions of the run so far; the last line is valid
   *   divergence  one diverging call, as an example; if the disk is too slow, calls are only
   *               counted
   *
   * A line without `run` belongs to the start above it. Readers skip unknown members and types,
   * which later formats may add.
   */
  static final int FORMAT = 1;

  /** The maximum length of each of the four lists of clients. */
  static final int MOST_CLIENTS = 200;

  private static final double PPM_PER_PERCENT = 10_000;
  private static final long MINUTE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  /** A longer wait means that the call is never admitted, or that the time is unknown. */
  private static final long LONGEST_WAIT_MICROS = Long.MAX_VALUE / 2;

  private LogLines() {}

  static void start(StringBuilder to, long now, LogHeader header) {
    to.append("{\"type\":\"start\",\"t\":").append(now).append(",\"format\":").append(FORMAT);
    member(to, "penstock", header.penstock());
    member(to, "run", header.run());
    member(to, "comparison", header.comparison());
    member(to, "candidate", header.candidate());
    if (header.salt() != null) {
      member(to, "salt", header.salt());
    }
    to.append(",\"threshold_percent\":").append(header.criteria().thresholdPpm() / PPM_PER_PERCENT);
    to.append(",\"min_requests\":").append(header.criteria().minRequests());
    to.append(",\"min_duration_ms\":").append(header.criteria().minDurationMicros() / 1_000);
    to.append(",\"rules\":[");
    String comma = "";
    for (ComparedRule rule : header.rules()) {
      to.append(comma).append("{\"direction\":\"").append(rule.direction().word()).append('"');
      member(to, "rule", rule.rule());
      member(to, "before", rule.before());
      member(to, "after", rule.after());
      to.append('}');
      comma = ",";
    }
    to.append("]}\n");
  }

  static void minute(StringBuilder to, String run, WriteBacklog.Minute minute, long lost) {
    to.append("{\"type\":\"minute\",\"t\":").append(minute.minute() * MINUTE_MILLIS);
    member(to, "run", run);
    traffic(to, Direction.INBOUND, minute.inbound());
    traffic(to, Direction.OUTBOUND, minute.outbound());
    to.append(",\"lost\":").append(lost).append("}\n");
  }

  static void total(StringBuilder to, long now, String run, RunTotals totals, long lost) {
    to.append("{\"type\":\"total\",\"t\":").append(now);
    member(to, "run", run);
    to.append(",\"since\":").append(totals.firstMinute() * MINUTE_MILLIS);
    to.append(",\"watched_minutes\":").append(totals.watchedMinutes());
    traffic(to, Direction.INBOUND, totals.inbound().toTraffic());
    traffic(to, Direction.OUTBOUND, totals.outbound().toTraffic());
    to.append(",\"lost\":").append(lost).append("}\n");
  }

  static void clients(StringBuilder to, long now, String run, WriteBacklog.Clients clients) {
    to.append("{\"type\":\"clients\",\"t\":").append(now);
    member(to, "run", run);
    clients(to, Direction.INBOUND, clients.inbound());
    clients(to, Direction.OUTBOUND, clients.outbound());
    to.append("}\n");
  }

  static void excluded(StringBuilder to, long now, String run, ExcludedTime excluded) {
    to.append("{\"type\":\"excluded\",\"t\":").append(now);
    member(to, "run", run);
    to.append(",\"ms\":").append(excluded.micros() / 1_000);
    to.append(",\"calls\":").append(excluded.calls());
    member(to, "why", excluded.why());
    to.append(",\"rules\":[");
    String comma = "";
    for (ExcludedTime.OfRule rule : excluded.rules()) {
      JsonStrings.quote(to.append(comma).append("{\"rule\":"), rule.rule());
      to.append(",\"ms\":").append(rule.micros() / 1_000);
      member(to, "why", rule.why());
      to.append('}');
      comma = ",";
    }
    to.append("]}\n");
  }

  static void divergence(StringBuilder to, Divergence call) {
    Divergence.Side enforced = call.enforced();
    Divergence.Side candidate = call.candidate();
    to.append("{\"type\":\"divergence\",\"t\":").append(call.timeMillis());
    member(to, "direction", (call.outbound() ? Direction.OUTBOUND : Direction.INBOUND).word());
    member(to, "rule", call.rule());
    member(to, "client", call.client());
    member(to, "old", enforced.rejects() ? "rejected" : "admitted");
    member(to, "new", candidate.rejects() ? "rejected" : "admitted");
    to.append(",\"remaining\":{\"old\":").append(remainingOrNull(enforced.remaining()));
    to.append(",\"new\":").append(remainingOrNull(candidate.remaining()));
    to.append("},\"retry_after_ms\":{\"old\":").append(millis(enforced.waitMicros()));
    to.append(",\"new\":").append(millis(candidate.waitMicros())).append("}}\n");
  }

  private static void traffic(StringBuilder to, Direction direction, TrafficComparison traffic) {
    to.append(",\"").append(direction.word()).append("\":{\"counts\":");
    counts(to, traffic.counts());
    to.append(",\"unjudged\":").append(traffic.notCompared()).append(",\"rules\":{");
    String comma = "";
    for (RuleCounts rule : traffic.rules()) {
      if (!rule.counts().equals(AgreementCounts.NONE)) {
        JsonStrings.quote(to.append(comma), rule.rule());
        counts(to.append(':'), rule.counts());
        comma = ",";
      }
    }
    to.append('}');
    CandidateWaits waits = traffic.waits();
    if (direction == Direction.OUTBOUND || waits.held() > 0) {
      to.append(",\"waits\":[").append(waits.held()).append(',').append(waits.totalMicros());
      to.append(',').append(waits.longestMicros()).append(']');
    }
    to.append('}');
  }

  private static void counts(StringBuilder to, AgreementCounts counts) {
    to.append('[').append(counts.bothAdmit()).append(',').append(counts.onlyEnforcedRejects());
    to.append(',').append(counts.onlyCandidateRejects()).append(',').append(counts.bothReject());
    to.append(']');
  }

  private static void clients(StringBuilder to, Direction direction, TrafficComparison traffic) {
    to.append(",\"").append(direction.word()).append("\":{\"newly_rejected\":");
    clients(to, traffic.newlyRejected());
    to.append(",\"newly_admitted\":");
    clients(to, traffic.newlyAdmitted());
    to.append('}');
  }

  private static void clients(StringBuilder to, List<CountedClient> clients) {
    to.append('[');
    String comma = "";
    for (CountedClient client : clients.subList(0, Math.min(clients.size(), MOST_CLIENTS))) {
      JsonStrings.quote(to.append(comma).append('['), client.rule());
      JsonStrings.quote(to.append(','), client.id());
      to.append(',').append(client.count()).append(',').append(client.tooMany()).append(']');
      comma = ",";
    }
    to.append(']');
  }

  private static void member(StringBuilder to, String name, @Nullable String value) {
    to.append(",\"").append(name).append("\":");
    if (value == null) {
      to.append("null");
    } else {
      JsonStrings.quote(to, value);
    }
  }

  private static String remainingOrNull(long remaining) {
    return remaining < 0 ? "null" : Long.toString(remaining);
  }

  /** Rounded up, so that a client which waits this long is admitted. */
  private static String millis(long micros) {
    return micros >= LONGEST_WAIT_MICROS
        ? "null"
        : Long.toString(micros / 1_000 + (micros % 1_000 > 0 ? 1 : 0));
  }
}
