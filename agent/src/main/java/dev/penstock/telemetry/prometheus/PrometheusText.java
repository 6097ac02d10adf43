package dev.penstock.telemetry.prometheus;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.HookState;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import dev.penstock.telemetry.Snapshot.ShadowFigures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Prometheus gets to read of a snapshot. */
public final class PrometheusText {
  /*
   * No label has a value that callers choose: rules, modes and outcomes are as many as the rules file
   * says. docs/metrics.md says of each metric what to do when it moves, and a test holds the two
   * together.
   */

  /** What HTTP calls the format. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final String ADMIT = "admit";
  private static final String REJECT = "reject";

  private PrometheusText() {}

  public static String of(Snapshot snapshot) {
    PrometheusPage page = new PrometheusPage();
    agent(page, snapshot);
    reloads(page, snapshot);
    calls(page, snapshot);
    rules(page, snapshot.rules());
    distributions(page, snapshot.rules());
    outbound(page, snapshot.rules());
    shadow(page, snapshot.shadow());
    store(page, snapshot);
    return page.toString();
  }

  private static void agent(PrometheusPage page, Snapshot snapshot) {
    page.gauge("penstock_info", "The agent in this JVM.").value(1, "version", snapshot.version());
    page.gauge("penstock_start_time_seconds", "When the agent started, since 1970.")
        .instant(snapshot.startedAtMillis());
    page.gauge("penstock_mode", "1 for the mode of the whole file that is in force.");
    for (Mode mode : Mode.values()) {
      page.value(snapshot.setting().mode() == mode, "mode", word(mode));
    }
    page.gauge("penstock_switched", "1 while an operator's switch decides, not the file.")
        .value(isSwitched(snapshot));
    page.counter("penstock_switches_total", "How often an operator has used a switch.")
        .value(snapshot.switches());
    page.counter(
            "penstock_suppressed_errors_total",
            "Errors of the agent's own after which a call went on.")
        .value(snapshot.suppressedErrors());
    page.gauge("penstock_hooks", "Places where calls are caught, by how far they have got.");
    for (HookState.State state : HookState.State.values()) {
      page.value(
          snapshot.hooks().stream().filter(hook -> hook.state() == state).count(),
          "state",
          word(state));
    }
  }

  private static boolean isSwitched(Snapshot snapshot) {
    return snapshot.setting().switchedBy() != null
        || snapshot.rules().stream().anyMatch(rule -> rule.switchedBy() != null);
  }

  private static void reloads(PrometheusPage page, Snapshot snapshot) {
    page.counter("penstock_reloads_total", "How often the rules were read, by what came of it.")
        .value(snapshot.reloads().loaded(), "result", "loaded")
        .value(snapshot.reloads().failed(), "result", "failed");
    page.gauge("penstock_last_reload_timestamp_seconds", "When the rules were last read.")
        .instant(snapshot.reloads().lastMillis());
    page.gauge("penstock_rules_broken", "1 while the rules file has problems.")
        .value(!snapshot.reloads().problems().isEmpty());
  }

  private static void calls(PrometheusPage page, Snapshot snapshot) {
    page.counter("penstock_calls_total", "Calls, whatever rules they met, by what became of them.");
    outcomes(page, snapshot.inbound(), "direction", Direction.INBOUND.word());
    outcomes(page, snapshot.outbound(), "direction", Direction.OUTBOUND.word());
  }

  private static void outcomes(PrometheusPage page, Map<Outcome, Long> counts, String... labels) {
    for (Outcome outcome : Outcome.values()) {
      boolean ofRule = outcome != Outcome.EXEMPT && outcome != Outcome.SHED;
      if (ofRule || labels.length == 2) {
        page.value(counts.getOrDefault(outcome, 0L), with(labels, "outcome", outcome.label()));
      }
    }
  }

  private static void rules(PrometheusPage page, List<RuleFigures> rules) {
    page.counter("penstock_requests_total", "Calls that a rule was for, by what it made of them.");
    for (RuleFigures rule : rules) {
      outcomes(page, rule.requests(), labels(rule));
    }
    page.gauge("penstock_rule_mode", "1 for the mode of the rule that is in force.");
    for (RuleFigures rule : rules) {
      for (Mode mode : Mode.values()) {
        page.value(rule.mode() == mode, with(labels(rule), "mode", word(mode)));
      }
    }
    page.gauge(
        "penstock_rule_last_matched_timestamp_seconds",
        "When the rule last saw a call, to a few seconds; 0 if it never did.");
    for (RuleFigures rule : rules) {
      page.instant(rule.lastMatchedMillis(), labels(rule));
    }
    page.gauge("penstock_live_keys", "Keys of the rule that are remembered in this JVM.");
    for (RuleFigures rule : rules) {
      page.value(rule.liveKeys(), labels(rule));
    }
  }

  private static void distributions(PrometheusPage page, List<RuleFigures> rules) {
    page.histogram(
        "penstock_retry_after_seconds", "When those who were turned away may come again.");
    for (RuleFigures rule : rules) {
      page.value(rule.retryAfterSeconds(), labels(rule));
    }
    page.histogram(
        "penstock_remaining_ratio",
        "What was left of what is permitted, after calls that went through; a sample of them.");
    for (RuleFigures rule : rules) {
      page.value(rule.remainingShare(), labels(rule));
    }
  }

  private static void outbound(PrometheusPage page, List<RuleFigures> rules) {
    page.histogram("penstock_wait_seconds", "How long calls that go out were held.");
    for (RuleFigures rule : rules) {
      Histogram waits = rule.waitSeconds();
      if (waits != null) {
        page.value(waits, "rule", rule.name());
      }
    }
    page.gauge("penstock_held_calls", "Calls that go out and are held at the moment.");
    for (RuleFigures rule : rules) {
      if (rule.direction() == Direction.OUTBOUND) {
        page.value(rule.held(), "rule", rule.name());
      }
    }
  }

  private static void shadow(PrometheusPage page, @Nullable ShadowFigures shadow) {
    if (shadow == null) {
      return;
    }
    page.counter(
            "penstock_shadow_calls_total",
            "Calls by what the rules in force and the candidate make of them.")
        .value(shadow.bothAdmit(), "old", ADMIT, "new", ADMIT)
        .value(shadow.onlyOldRejects(), "old", REJECT, "new", ADMIT)
        .value(shadow.onlyNewRejects(), "old", ADMIT, "new", REJECT)
        .value(shadow.bothReject(), "old", REJECT, "new", REJECT);
    page.gauge("penstock_shadow_ready", "1 if nothing speaks against putting it in force.")
        .value(shadow.ready());
    page.gauge(
            "penstock_shadow_excluded_seconds",
            "How long nothing was compared, because rules were switched over or off.")
        .value(shadow.excludedMicros() / MICROS_PER_SECOND);
  }

  private static void store(PrometheusPage page, Snapshot snapshot) {
    page.gauge("penstock_keys", "Keys that are remembered in this JVM.")
        .value(snapshot.store().liveKeys());
    page.gauge("penstock_max_keys", "How many keys may be remembered in this JVM.")
        .value(snapshot.store().mostKeys());
    RedisFigures redis = snapshot.store().redis();
    if (redis != null) {
      redis(page, redis);
    }
  }

  private static void redis(PrometheusPage page, RedisFigures redis) {
    page.gauge("penstock_redis_up", "0 while Redis is left alone because it does not answer.")
        .value(redis.answering());
    page.counter("penstock_redis_questions_total", "Questions that were sent to Redis.")
        .value(redis.asked());
    page.counter(
            "penstock_redis_round_trips_total",
            "How often questions were sent, each time all that waited.")
        .value(redis.roundTrips());
    page.counter("penstock_redis_failures_total", "Questions to Redis without a good answer.")
        .value(redis.late(), "reason", "late")
        .value(redis.away(), "reason", "away")
        .value(redis.errors(), "reason", "error");
    page.counter("penstock_redis_breaker_changes_total", "How often Redis was given up, and back.")
        .value(redis.opened(), "to", "open")
        .value(redis.closed(), "to", "closed");
    page.histogram("penstock_redis_latency_seconds", "How long questions took, if answered.")
        .value(redis.latencySeconds());
    page.counter("penstock_redis_decisions_total", "Calls by who has decided them.")
        .value(redis.decidedByRedis(), "by", "redis")
        .value(redis.decidedHere(), "by", "share")
        .value(redis.letThrough(), "by", "let_through")
        .value(redis.turnedAway(), "by", "turned_away");
  }

  private static String[] labels(RuleFigures rule) {
    return new String[] {"direction", rule.direction().word(), "rule", rule.name()};
  }

  private static String[] with(String[] labels, String name, String value) {
    String[] all = Arrays.copyOf(labels, labels.length + 2);
    all[labels.length] = name;
    all[labels.length + 1] = value;
    return all;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
