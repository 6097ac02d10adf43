package dev.penstock.divergence;

import dev.penstock.call.Direction;
import dev.penstock.json.BrokenJson;
import dev.penstock.json.Json;
import dev.penstock.rule.CutoverTerms;
import dev.penstock.shadow.Client;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Excluded;
import dev.penstock.shadow.RuleCounts;
import dev.penstock.shadow.Traffic;
import dev.penstock.shadow.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what {@link LogLines} has written. */
final class LineReader {
  private static final double PPM_PER_PERCENT = 10_000;

  private LineReader() {}

  static LogHeader header(Json line) throws BrokenJson {
    if (line.member("format").count() != LogLines.FORMAT) {
      throw new BrokenJson("a format that is not known here");
    }
    CutoverTerms terms =
        new CutoverTerms(
            ppm(line.member("threshold_percent").decimal()),
            line.member("min_requests").count(),
            line.member("min_duration_ms").count() * 1_000);
    List<ComparedRule> rules = new ArrayList<>();
    for (Json rule : line.member("rules").items()) {
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
        terms,
        rules);
  }

  private static long ppm(double percent) throws BrokenJson {
    if (!(percent >= 0 && percent <= 100)) {
      throw new BrokenJson("not a share");
    }
    return Math.round(percent * PPM_PER_PERCENT);
  }

  private static @Nullable String salt(@Nullable String hex) throws BrokenJson {
    if (hex == null || hex.equals(ClientId.OF_STORE)) {
      return hex;
    }
    try {
      return ClientId.withSalt(hex).salt();
    } catch (IllegalArgumentException e) {
      throw new BrokenJson("not a salt");
    }
  }

  private static Direction direction(String word) throws BrokenJson {
    for (Direction direction : Direction.values()) {
      if (direction.word().equals(word)) {
        return direction;
      }
    }
    throw new BrokenJson("not a direction");
  }

  static Excluded excluded(Json line) throws BrokenJson {
    List<Excluded.OfRule> rules = new ArrayList<>();
    for (Json rule : line.member("rules").items()) {
      rules.add(
          new Excluded.OfRule(
              rule.member("rule").text(),
              rule.member("ms").count() * 1_000,
              rule.member("why").textOrNull()));
    }
    return new Excluded(
        line.member("ms").count() * 1_000,
        line.member("calls").count(),
        line.member("why").textOrNull(),
        rules);
  }

  static Traffic traffic(Json line, Direction direction) throws BrokenJson {
    Json traffic = line.member(direction.word());
    List<RuleCounts> rules = new ArrayList<>();
    for (Map.Entry<String, Json> rule : traffic.member("rules").members().entrySet()) {
      rules.add(
          new RuleCounts(
              rule.getKey(), /* before= */ null, /* after= */ null, counts(rule.getValue())));
    }
    Json waits = traffic.member("waits");
    return new Traffic(
        counts(traffic.member("counts")),
        traffic.member("unjudged").countOr(0),
        rules,
        List.of(),
        List.of(),
        List.of(),
        waits.isNull() ? Waits.NONE : waits(waits));
  }

  private static Counts counts(Json four) throws BrokenJson {
    List<Json> counts = items(four, 4);
    return new Counts(
        counts.get(0).count(), counts.get(1).count(), counts.get(2).count(), counts.get(3).count());
  }

  private static Waits waits(Json three) throws BrokenJson {
    List<Json> waits = items(three, 3);
    return new Waits(waits.get(0).count(), waits.get(1).count(), waits.get(2).count());
  }

  static Traffic clients(Json line, Direction direction) throws BrokenJson {
    Json lists = line.member(direction.word());
    return new Traffic(
        Counts.NONE,
        /* unjudged= */ 0,
        List.of(),
        List.of(),
        clients(lists.member("newly_rejected")),
        clients(lists.member("newly_admitted")),
        Waits.NONE);
  }

  private static List<Client> clients(Json list) throws BrokenJson {
    List<Client> clients = new ArrayList<>();
    for (Json item : list.items()) {
      List<Json> client = items(item, 4);
      if (clients.size() < LogLines.MOST_CLIENTS) {
        clients.add(
            new Client(
                client.get(0).text(),
                client.get(1).text(),
                client.get(2).count(),
                client.get(3).count()));
      }
    }
    return clients;
  }

  private static List<Json> items(Json list, int atLeast) throws BrokenJson {
    List<Json> items = list.items();
    if (items.size() < atLeast) {
      throw new BrokenJson("too short a list");
    }
    return items;
  }
}
