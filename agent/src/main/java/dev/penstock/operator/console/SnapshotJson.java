package dev.penstock.operator.console;

import dev.penstock.json.JsonWriter;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.Snapshot;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a snapshot as JSON for the console page. */
final class SnapshotJson {
  private final JsonWriter json = new JsonWriter();

  private SnapshotJson() {}

  static JsonWriter of(Snapshot snapshot) {
    SnapshotJson writer = new SnapshotJson();
    writer.write(snapshot);
    return writer.json;
  }

  static void setting(JsonWriter json, Snapshot.Setting setting) {
    json.beginObject()
        .member("file", setting.file())
        .member("inFile", word(setting.inFile()))
        .member("mode", word(setting.mode()))
        .member("switchedBy", setting.switchedBy())
        .endObject();
  }

  static void ruleMode(JsonWriter json, Snapshot.RuleFigures rule) {
    json.member("name", rule.name())
        .member("inFile", word(rule.inFile()))
        .member("mode", word(rule.mode()))
        .member("switchedBy", rule.switchedBy());
  }

  private void write(Snapshot snapshot) {
    json.beginObject()
        .member("takenAtMillis", snapshot.takenAtMillis())
        .member("startedAtMillis", snapshot.startedAtMillis())
        .member("version", snapshot.version())
        .name("setting");
    setting(json, snapshot.setting());
    json.name("rules").beginList();
    snapshot.rules().forEach(this::rule);
    json.endList();
    outcomes("inbound", snapshot.inbound());
    outcomes("outbound", snapshot.outbound());
    json.name("hooks").beginList();
    snapshot.hooks().forEach(this::hook);
    json.endList();
    json.name("ports").beginList();
    snapshot.ports().forEach(this::port);
    json.endList();
    clients("limited", snapshot.limited());
    shadow(snapshot.shadow());
    store(snapshot.store());
    reloads(snapshot.reloads());
    json.member("switches", snapshot.switches())
        .member("suppressedErrors", snapshot.suppressedErrors())
        .endObject();
  }

  private void rule(Snapshot.RuleFigures rule) {
    json.beginObject().member("direction", rule.direction().word());
    ruleMode(json, rule);
    json.member("limits", rule.limits());
    outcomes("requests", rule.requests());
    histogram("retryAfterSeconds", rule.retryAfterSeconds());
    histogram("remainingShare", rule.remainingShare());
    histogram("waitSeconds", rule.waitSeconds());
    json.member("held", rule.held())
        .member("liveKeys", rule.liveKeys())
        .member("lastMatchedMillis", rule.lastMatchedMillis())
        .endObject();
  }

  private void outcomes(String name, Map<Outcome, Long> counts) {
    json.name(name).beginObject();
    for (Outcome outcome : Outcome.values()) {
      json.member(outcome.label(), counts.getOrDefault(outcome, 0L));
    }
    json.endObject();
  }

  private void histogram(String name, @Nullable Histogram histogram) {
    json.name(name);
    if (histogram == null) {
      json.nullValue();
      return;
    }
    json.beginObject().name("bounds").beginList();
    for (double bound : histogram.bounds()) {
      json.value(bound);
    }
    json.endList().name("counts").beginList();
    for (long count : histogram.counts()) {
      json.value(count);
    }
    json.endList().member("sum", histogram.sum()).endObject();
  }

  private void hook(Snapshot.HookState hook) {
    json.beginObject()
        .member("name", hook.name())
        .member("state", hook.state().name().toLowerCase(Locale.ROOT))
        .member("classes", hook.classes())
        .endObject();
  }

  private void port(Snapshot.PortState port) {
    json.beginObject()
        .member("port", port.port())
        .member("coverage", port.coverage().name().toLowerCase(Locale.ROOT))
        .endObject();
  }

  private void clients(String name, List<Snapshot.LimitedClient> clients) {
    json.name(name).beginList();
    for (Snapshot.LimitedClient client : clients) {
      json.beginObject()
          .member("rule", client.rule())
          .member("id", client.id())
          .member("count", client.count())
          .member("tooMany", client.tooMany())
          .endObject();
    }
    json.endList();
  }

  private void shadow(Snapshot.@Nullable ShadowFigures shadow) {
    json.name("shadow");
    if (shadow == null) {
      json.nullValue();
      return;
    }
    json.beginObject().member("candidate", shadow.candidate()).member("ready", shadow.ready());
    texts("reasons", shadow.reasons());
    json.member("bothAdmit", shadow.bothAdmit())
        .member("onlyOldRejects", shadow.onlyOldRejects())
        .member("onlyNewRejects", shadow.onlyNewRejects())
        .member("bothReject", shadow.bothReject());
    clients("newlyRejected", shadow.newlyRejected());
    texts("excluded", shadow.excluded());
    json.endObject();
  }

  private void store(Snapshot.StoreFigures store) {
    json.name("store")
        .beginObject()
        .member("liveKeys", store.liveKeys())
        .member("mostKeys", store.mostKeys())
        .name("redis");
    if (store.redis() == null) {
      json.nullValue();
    } else {
      redis(store.redis());
    }
    json.endObject();
  }

  private void redis(Snapshot.RedisFigures redis) {
    json.beginObject()
        .member("address", redis.address())
        .member("answering", redis.answering())
        .member("asked", redis.asked())
        .member("roundTrips", redis.roundTrips())
        .member("late", redis.late())
        .member("away", redis.away())
        .member("errors", redis.errors())
        .member("opened", redis.opened())
        .member("closed", redis.closed());
    histogram("latencySeconds", redis.latencySeconds());
    json.member("decidedByRedis", redis.decidedByRedis())
        .member("decidedHere", redis.decidedHere())
        .member("letThrough", redis.letThrough())
        .member("turnedAway", redis.turnedAway())
        .endObject();
  }

  private void reloads(Snapshot.Reloads reloads) {
    json.name("reloads")
        .beginObject()
        .member("loaded", reloads.loaded())
        .member("failed", reloads.failed())
        .member("lastMillis", reloads.lastMillis())
        .member("lastWords", reloads.lastWords());
    texts("problems", reloads.problems());
    json.endObject();
  }

  private void texts(String name, List<String> texts) {
    json.name(name).beginList();
    texts.forEach(json::value);
    json.endList();
  }

  private static String word(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
