package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.LimitedClient;
import dev.penstock.telemetry.Snapshot.PortState;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.Snapshot.Reloads;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import dev.penstock.telemetry.Snapshot.Setting;
import dev.penstock.telemetry.Snapshot.ShadowFigures;
import dev.penstock.telemetry.Snapshot.StoreFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Sample snapshots: of a busy agent in which every feature is in use, and of an idle agent. */
public final class SampleSnapshot {
  /** 12:00 UTC on 27 July 2026, in milliseconds. */
  public static final long NOON = 1_785_153_600_000L;

  private static final long HOUR = 3_600_000;

  private SampleSnapshot() {}

  /** An agent with inbound and outbound rules, a candidate, Redis and an invalid rules file. */
  public static Snapshot busy() {
    return new Snapshot(
        NOON,
        NOON - HOUR,
        "1.0.0",
        new Setting("/etc/app/penstock.yaml", Mode.ENFORCE, Mode.ENFORCE, /* switchedBy= */ null),
        List.of(login(), search(), payments()),
        outcomes(41_280, 620, 44, 1_200, 7, 3, 5),
        outcomes(900, 12, 0, 0, 0, 0, 1),
        List.of(
            new HookState("servlet", HookState.State.INSTALLED, 2),
            new HookState("spring-mvc", HookState.State.DEGRADED, 1),
            new HookState("vertx", HookState.State.NOT_MET, 0)),
        List.of(
            new PortState(8080, PortState.Coverage.SERVED),
            new PortState(9090, PortState.Coverage.NOT_COVERED)),
        List.of(
            new LimitedClient("login", "9f2c51d07ab3e6f4", 410, 0),
            new LimitedClient("login", "03ee77a1c9b24d58", 120, 12)),
        candidate(),
        new StoreFigures(5_120, 1_000_000, redis()),
        new Reloads(
            3,
            1,
            NOON - HOUR / 2,
            "/etc/app/penstock.yaml has problems; the last good rules stay in force",
            List.of(
                """
                penstock.yaml:3:15: error: unknown unit `minuts`
                  |
                3 |     rate: 100/minuts
                  |               ^^^^^^
                  = at inbound.login.rate
                  = help: did you mean `min`? Units are ms, s, min, h, day, week and month\
                """)),
        /* switches= */ 2,
        /* suppressedErrors= */ 5);
  }

  /** An agent that has just started without a rules file. */
  public static Snapshot idle() {
    return new Snapshot(
        NOON,
        NOON,
        "1.0.0",
        new Setting(/* file= */ null, Mode.ENFORCE, Mode.ENFORCE, /* switchedBy= */ null),
        List.of(),
        outcomes(0, 0, 0, 0, 0, 0, 0),
        outcomes(0, 0, 0, 0, 0, 0, 0),
        List.of(),
        List.of(),
        /* shadow= */ null,
        new StoreFigures(0, 1_000_000, /* redis= */ null),
        new Reloads(0, 0, 0, "no rules file found, nothing is limited", List.of()),
        /* switches= */ 0,
        /* suppressedErrors= */ 0);
  }

  /** The busy agent with a rule of this name, to test the escaping of names. */
  public static Snapshot withRuleNamed(String name) {
    Snapshot busy = busy();
    RuleFigures first = busy.rules().get(0);
    List<RuleFigures> rules = new ArrayList<>(busy.rules());
    rules.set(
        0,
        new RuleFigures(
            first.direction(),
            name,
            first.limits(),
            first.inFile(),
            first.mode(),
            first.switchedBy(),
            first.requests(),
            first.retryAfterSeconds(),
            first.remainingShare(),
            first.waitSeconds(),
            first.held(),
            first.liveKeys(),
            first.lastMatchedMillis()));
    return new Snapshot(
        busy.takenAtMillis(),
        busy.startedAtMillis(),
        busy.version(),
        busy.setting(),
        rules,
        busy.inbound(),
        busy.outbound(),
        busy.hooks(),
        List.of(new LimitedClient(name, "9f2c51d07ab3e6f4", 410, 0)),
        busy.shadow(),
        busy.store(),
        busy.reloads(),
        busy.switches(),
        busy.suppressedErrors());
  }

  private static RuleFigures login() {
    return new RuleFigures(
        Direction.INBOUND,
        "login",
        "5/min by ip",
        Mode.ENFORCE,
        Mode.ENFORCE,
        /* switchedBy= */ null,
        outcomes(1_280, 620, 0, 0, 0, 3, 4),
        histogram(List.of(1.0, 5.0, 30.0, 60.0), List.of(20L, 100L, 300L, 200L, 0L), 14_720),
        histogram(List.of(0.0, 0.25, 0.5, 0.75), List.of(80L, 200L, 300L, 400L, 300L), 720.5),
        /* waitSeconds= */ null,
        /* held= */ 0,
        /* liveKeys= */ 312,
        NOON - 1_000);
  }

  private static RuleFigures search() {
    return new RuleFigures(
        Direction.INBOUND,
        "search",
        "100/s by user and 5000/h",
        Mode.ENFORCE,
        Mode.SHADOW,
        "console",
        outcomes(40_000, 0, 44, 0, 0, 0, 0),
        histogram(List.of(1.0, 5.0, 30.0, 60.0), List.of(0L, 0L, 0L, 0L, 0L), 0),
        histogram(List.of(0.0, 0.25, 0.5, 0.75), List.of(0L, 0L, 0L, 9_000L, 31_000L), 36_812.25),
        /* waitSeconds= */ null,
        /* held= */ 0,
        /* liveKeys= */ 4_808,
        NOON);
  }

  private static RuleFigures payments() {
    return new RuleFigures(
        Direction.OUTBOUND,
        "payments",
        "10/s",
        Mode.ENFORCE,
        Mode.ENFORCE,
        /* switchedBy= */ null,
        outcomes(900, 12, 0, 0, 0, 0, 0),
        histogram(List.of(1.0, 5.0, 30.0, 60.0), List.of(12L, 0L, 0L, 0L, 0L), 6),
        histogram(List.of(0.0, 0.25, 0.5, 0.75), List.of(100L, 200L, 300L, 200L, 100L), 405),
        histogram(List.of(0.0, 0.1, 1.0, 10.0), List.of(700L, 120L, 70L, 10L, 0L), 61.5),
        /* held= */ 4,
        /* liveKeys= */ 1,
        NOON - 12 * 60_000);
  }

  private static ShadowFigures candidate() {
    return new ShadowFigures(
        "candidate.yaml",
        /* ready= */ false,
        List.of("compared for 5 h of the required 24 h"),
        40_000,
        3,
        44,
        617,
        List.of(new LimitedClient("search", "77aa00bb11cc22dd", 40, 1)));
  }

  private static RedisFigures redis() {
    return new RedisFigures(
        "redis://cache:6379",
        /* answering= */ false,
        41_900,
        12_000,
        9,
        30,
        2,
        /* opened= */ 2,
        /* closed= */ 1,
        histogram(List.of(0.001, 0.01, 0.1), List.of(11_000L, 900L, 80L, 20L), 9.75),
        41_800,
        70,
        5,
        6);
  }

  private static Histogram histogram(List<Double> bounds, List<Long> counts, double sum) {
    return new Histogram(bounds, counts, sum);
  }

  /** Counts in the order of {@link Outcome}. */
  public static Map<Outcome, Long> outcomes(long... counts) {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    int at = 0;
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, counts[at++]);
    }
    return outcomes;
  }
}
