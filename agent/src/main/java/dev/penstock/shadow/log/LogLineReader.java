package dev.penstock.shadow.log;

import dev.penstock.http.Direction;
import dev.penstock.json.InvalidJsonException;
import dev.penstock.json.JsonValue;
import dev.penstock.rules.CutoverCriteria;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.ExcludedTime;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.TrafficComparison;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the lines that {@link LogLines} formats. */
final class LogLineReader {
  private static final double PPM_PER_PERCENT = 10_000;

  private LogLineReader() {}

  static LogHeader header(JsonValue line) throws InvalidJsonException {
    if (line.member("format").count() != LogLines.FORMAT) {
      throw new InvalidJsonException("unknown format");
    }
    CutoverCriteria criteria =
        new CutoverCriteria(
            ppm(line.member("threshold_percent").decimal()),
            line.member("min_requests").count(),
            line.member("min_duration_ms").count() * 1_000);
    List<ComparedRule> rules = new ArrayList<>();
    for (JsonValue rule : line.member("rules").items()) {
      rules.add(
          new ComparedRule(
              direction(rule.member("direction").text()),
              rule.member("rule").text(),
              rule.member("before").textOrNull(),
              rule.member("after").textOrNull()));
    }
    return new LogHeader(
        line.member("penstock").text(),
        line.member("run").text(),
        line.member("comparison").text(),
        line.member("candidate").text(),
        salt(line.member("salt").textOrNull()),
        criteria,
        rules);
  }

  private static long ppm(double percent) throws InvalidJsonException {
    if (!(percent >= 0 && percent <= 100)) {
      throw new InvalidJsonException("not a percentage");
    }
    return Math.round(percent * PPM_PER_PERCENT);
  }

  private static @Nullable String salt(@Nullable String hex) throws InvalidJsonException {
    if (hex == null || hex.equals(ClientId.OF_STORE)) {
      return hex;
    }
    try {
      return ClientId.withSalt(hex).salt();
    } catch (IllegalArgumentException e) {
      throw new InvalidJsonException("not a salt");
    }
  }

  private static Direction direction(String word) throws InvalidJsonException {
    for (Direction direction : Direction.values()) {
      if (direction.word().equals(word)) {
        return direction;
      }
    }
    throw new InvalidJsonException("not a direction");
  }

  static ExcludedTime excluded(JsonValue line) throws InvalidJsonException {
    List<ExcludedTime.OfRule> rules = new ArrayList<>();
    for (JsonValue rule : line.member("rules").items()) {
      rules.add(
          new ExcludedTime.OfRule(
              rule.member("rule").text(),
              rule.member("ms").count() * 1_000,
              rule.member("why").textOrNull()));
    }
    return new ExcludedTime(
        line.member("ms").count() * 1_000,
        line.member("calls").count(),
        line.member("why").textOrNull(),
        rules);
  }

  static TrafficComparison traffic(JsonValue line, Direction direction)
      throws InvalidJsonException {
    JsonValue traffic = line.member(direction.word());
    List<RuleCounts> rules = new ArrayList<>();
    for (Map.Entry<String, JsonValue> rule : traffic.member("rules").members().entrySet()) {
      rules.add(
          new RuleCounts(
              rule.getKey(), /* before= */ null, /* after= */ null, counts(rule.getValue())));
    }
    JsonValue waits = traffic.member("waits");
    return new TrafficComparison(
        counts(traffic.member("counts")),
        traffic.member("unjudged").countOr(0),
        rules,
        List.of(),
        List.of(),
        List.of(),
        waits.isNull() ? CandidateWaits.NONE : waits(waits));
  }

  private static AgreementCounts counts(JsonValue four) throws InvalidJsonException {
    List<JsonValue> counts = items(four, 4);
    return new AgreementCounts(
        counts.get(0).count(), counts.get(1).count(), counts.get(2).count(), counts.get(3).count());
  }

  private static CandidateWaits waits(JsonValue three) throws InvalidJsonException {
    List<JsonValue> waits = items(three, 3);
    return new CandidateWaits(waits.get(0).count(), waits.get(1).count(), waits.get(2).count());
  }

  static TrafficComparison clients(JsonValue line, Direction direction)
      throws InvalidJsonException {
    JsonValue lists = line.member(direction.word());
    return new TrafficComparison(
        AgreementCounts.NONE,
        /* notCompared= */ 0,
        List.of(),
        List.of(),
        clients(lists.member("newly_rejected")),
        clients(lists.member("newly_admitted")),
        CandidateWaits.NONE);
  }

  private static List<CountedClient> clients(JsonValue list) throws InvalidJsonException {
    List<CountedClient> clients = new ArrayList<>();
    for (JsonValue item : list.items()) {
      List<JsonValue> client = items(item, 4);
      if (clients.size() < LogLines.MOST_CLIENTS) {
        clients.add(
            new CountedClient(
                client.get(0).text(),
                client.get(1).text(),
                client.get(2).count(),
                client.get(3).count()));
      }
    }
    return clients;
  }

  private static List<JsonValue> items(JsonValue list, int atLeast) throws InvalidJsonException {
    List<JsonValue> items = list.items();
    if (items.size() < atLeast) {
      throw new InvalidJsonException("list is too short");
    }
    return items;
  }
}
