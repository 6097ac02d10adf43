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

/** Writes a snapshot in the Prometheus text format. */
public final class PrometheusText {
  /*
   * No label has a value that clients choose; the number of series depends on the rules file only.
   * docs/metrics.md says for each metric what to do when it changes. A test compares the two.
   */

  /** The media type of the format. */
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
    page.gauge("penstock_switched", "1 while a switch overrides the file.")
        .value(isSwitched(snapshot));
    page.counter("penstock_switches_total", "How often an operator has used a switch.")
        .value(snapshot.switches());
    page.counter(
            "penstock_suppressed_errors_total", "Internal errors after which the call continued.")
        .value(snapshot.suppressedErrors());
    page.gauge("penstock_hooks", "Hooks by state.");
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
    page.counter("penstock_reloads_total", "How often the rules file was read, by result.")
        .value(snapshot.reloads().loaded(), "result", "loaded")
        .value(snapshot.reloads().failed(), "result", "failed");
    page.gauge("penstock_last_reload_timestamp_seconds", "When the rules file was last read.")
        .instant(snapshot.reloads().lastMillis());
    page.gauge("penstock_rules_broken", "1 while the rules file has problems.")
        .value(!snapshot.reloads().problems().isEmpty());
  }

  private static void calls(PrometheusPage page, Snapshot snapshot) {
    page.counter("penstock_calls_total", "Calls by outcome.");
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
    page.counter("penstock_requests_total", "Calls that a rule applied to, by outcome.");
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
        "When the rule last matched a call, to five seconds; 0 for never.");
    for (RuleFigures rule : rules) {
      page.instant(rule.lastMatchedMillis(), labels(rule));
    }
    page.gauge("penstock_live_keys", "Keys of the rule that this JVM stores.");
    for (RuleFigures rule : rules) {
      page.value(rule.liveKeys(), labels(rule));
    }
  }

  private static void distributions(PrometheusPage page, List<RuleFigures> rules) {
    page.histogram("penstock_retry_after_seconds", "Retry-After of rejected calls.");
    for (RuleFigures rule : rules) {
      page.value(rule.retryAfterSeconds(), labels(rule));
    }
    page.histogram(
        "penstock_remaining_ratio",
        "The share of each quota that was left after admitted calls; a sample.");
    for (RuleFigures rule : rules) {
      page.value(rule.remainingShare(), labels(rule));
    }
  }

  private static void outbound(PrometheusPage page, List<RuleFigures> rules) {
    page.histogram("penstock_wait_seconds", "How long outbound calls were held.");
    for (RuleFigures rule : rules) {
      Histogram waits = rule.waitSeconds();
      if (waits != null) {
        page.value(waits, "rule", rule.name());
      }
    }
    page.gauge("penstock_held_calls", "Outbound calls that are held now.");
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
            "Calls by the decisions of the rules in force and of the candidate.")
        .value(shadow.bothAdmit(), "old", ADMIT, "new", ADMIT)
        .value(shadow.onlyOldRejects(), "old", REJECT, "new", ADMIT)
        .value(shadow.onlyNewRejects(), "old", ADMIT, "new", REJECT)
        .value(shadow.bothReject(), "old", REJECT, "new", REJECT);
    page.gauge("penstock_shadow_ready", "1 if the candidate is ready to be put in force.")
        .value(shadow.ready());
    page.gauge(
            "penstock_shadow_excluded_seconds",
            "How long nothing was compared because rules were switched or off.")
        .value(shadow.excludedMicros() / MICROS_PER_SECOND);
  }

  private static void store(PrometheusPage page, Snapshot snapshot) {
    page.gauge("penstock_keys", "Keys that this JVM stores.").value(snapshot.store().liveKeys());
    page.gauge("penstock_max_keys", "How many keys this JVM may store.")
        .value(snapshot.store().mostKeys());
    RedisFigures redis = snapshot.store().redis();
    if (redis != null) {
      redis(page, redis);
    }
  }

  private static void redis(PrometheusPage page, RedisFigures redis) {
    page.gauge("penstock_redis_up", "0 while Redis is unavailable.").value(redis.answering());
    page.counter("penstock_redis_questions_total", "Requests sent to Redis.").value(redis.asked());
    page.counter("penstock_redis_round_trips_total", "Batches of requests sent to Redis.")
        .value(redis.roundTrips());
    page.counter("penstock_redis_failures_total", "Requests to Redis without a valid reply.")
        .value(redis.late(), "reason", "late")
        .value(redis.away(), "reason", "away")
        .value(redis.errors(), "reason", "error");
    page.counter(
            "penstock_redis_breaker_changes_total",
            "How often Redis became unavailable and available again.")
        .value(redis.opened(), "to", "open")
        .value(redis.closed(), "to", "closed");
    page.histogram("penstock_redis_latency_seconds", "Latency of replies from Redis.")
        .value(redis.latencySeconds());
    page.counter("penstock_redis_decisions_total", "Calls by what decided them.")
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
