package dev.penstock.operator.console;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parts of snapshots for tests. */
final class ConsoleSample {
  static final String BROKEN =
      """
      penstock.yaml:3:15: error: unknown unit `minuts`
        |
      3 |     rate: 100/minuts
        |               ^^^^^^
        = at inbound.api.rate
        = help: did you mean `min`? Units are ms, s, min, h, day, week and month\
      """;

  private ConsoleSample() {}

  /** Counts in the order of the outcomes: admitted, rejected, would reject and so on. */
  static Map<Outcome, Long> outcomes(long... counts) {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    int next = 0;
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, next < counts.length ? counts[next] : 0L);
      next++;
    }
    return outcomes;
  }

  static Histogram spread(long... counts) {
    return new Histogram(
        List.of(0.001, 0.01, 1.0), List.of(counts[0], counts[1], counts[2], counts[3]), 1.5);
  }

  static Snapshot.RuleFigures rule(
      Direction direction,
      String name,
      String limits,
      Mode inFile,
      Mode mode,
      @Nullable String by,
      Map<Outcome, Long> requests,
      long lastMatchedMillis) {
    return new Snapshot.RuleFigures(
        direction,
        name,
        limits,
        inFile,
        mode,
        by,
        requests,
        spread(0, 1, 2, 3),
        spread(4, 3, 2, 1),
        direction == Direction.OUTBOUND ? spread(5, 6, 7, 0) : null,
        direction == Direction.OUTBOUND ? 3 : 0,
        1240,
        lastMatchedMillis);
  }

  static Snapshot.RedisFigures redis(boolean available) {
    return new Snapshot.RedisFigures(
        "redis://redis.internal:6379",
        available,
        120_400,
        60_100,
        available ? 0 : 14,
        available ? 0 : 2_210,
        available ? 0 : 3,
        available ? 0 : 1,
        0,
        spread(90_000, 30_000, 400, 0),
        118_000,
        available ? 0 : 2_100,
        available ? 0 : 110,
        0);
  }

  static Snapshot.ShadowFigures shadow() {
    return new Snapshot.ShadowFigures(
        "next.yaml: rule api as sliding-window, 100/min",
        /* ready= */ false,
        List.of(
            "3.10 % of the calls would be treated otherwise, more than 2 %",
            "rule api turns away 41 clients that pass today"),
        91_200,
        140,
        2_900,
        4_000,
        List.of(new Snapshot.LimitedClient("api", "9c41e07ab2", 820, 12)));
  }

  static List<Snapshot.HookState> hooks() {
    return List.of(
        new Snapshot.HookState("servlet", Snapshot.HookState.State.INSTALLED, 14),
        new Snapshot.HookState("spring-mvc", Snapshot.HookState.State.INSTALLED, 1),
        new Snapshot.HookState("jersey", Snapshot.HookState.State.NOT_MET, 0),
        new Snapshot.HookState("apache-client-5", Snapshot.HookState.State.DEGRADED, 2),
        new Snapshot.HookState("okhttp", Snapshot.HookState.State.NOT_MET, 0),
        new Snapshot.HookState("jdk-client", Snapshot.HookState.State.INSTALLED, 3));
  }

  /** A snapshot with fixed values. */
  static Snapshot fixed() {
    return new Snapshot(
        1_700_000_060_000L,
        1_700_000_000_000L,
        "1.2.3",
        new Snapshot.Setting("/srv/penstock.yaml", Mode.ENFORCE, Mode.OFF, "console"),
        List.of(
            rule(
                Direction.OUTBOUND,
                "stripe",
                "25/s",
                Mode.ENFORCE,
                Mode.OFF,
                null,
                outcomes(1, 2, 3, 4, 5, 6, 7),
                1_700_000_040_000L)),
        outcomes(10, 20),
        outcomes(1, 2),
        List.of(new Snapshot.HookState("jersey", Snapshot.HookState.State.NOT_MET, 0)),
        List.of(new Snapshot.LimitedClient("api", "a\"b</script>", 7, 1)),
        shadow(),
        new Snapshot.StoreFigures(5, 1_000_000, redis(/* available= */ true)),
        new Snapshot.Reloads(2, 1, 1_700_000_050_000L, "rules are in force", List.of(BROKEN)),
        3,
        0);
  }
}
