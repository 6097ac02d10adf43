package dev.penstock.outbound;

import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.queue.ManualTimer;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.AgreementCounts;
import dev.penstock.shadow.CandidateTrial;
import dev.penstock.shadow.CandidateWaits;
import dev.penstock.shadow.ComparisonLedger;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.DivergenceListener;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Plays outbound calls against rules in force and a candidate in shadow, in virtual time. */
final class ShadowTraffic {
  private static final long MILLI_MICROS = 1_000;

  private final ManualTicker ticker = new ManualTicker();
  private final ManualTimer timer = new ManualTimer(ticker);
  private final AgentLog log = AgentLog.onStderr();
  private final long origin = ticker.micros();
  private final Pacer pacer = pacer();
  private final OutboundComparison comparison;
  private final Map<String, OutboundPermit> calls = new LinkedHashMap<>();
  private final Map<String, String> outcomes = new LinkedHashMap<>();
  final List<Divergence> diverged = new ArrayList<>();

  private ShadowTraffic(RuleSets file) {
    pacer.install(file.outbound());
    CandidateTrial trial = Objects.requireNonNull(CandidateTrial.ofOutbound(file));
    Pacer enforced = trial.enforced() == null ? null : pacerFor(trial.enforced());
    comparison =
        new OutboundComparison(
            enforced,
            pacerFor(trial.candidate()),
            ComparisonLedger.of(file.outbound(), trial, /* mostMinutes= */ 100),
            new DivergenceListener(/* outbound= */ true, Object::hashCode, diverged::add),
            ticker);
  }

  private Pacer pacer() {
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 10_000, log);
    return new Pacer(
        rules -> new Engine(rules, store, new KeyHash(1, 2)),
        store,
        ticker,
        log,
        timer,
        CallListener.NO_OP);
  }

  private Pacer pacerFor(RuleSet rules) {
    Pacer candidate = pacer();
    candidate.install(rules);
    return candidate;
  }

  /** Uses these rules of the section {@code outbound}, one per line. */
  static ShadowTraffic by(String... rules) {
    return of("version: 1\noutbound:\n  " + String.join("\n  ", rules));
  }

  static ShadowTraffic of(String file) {
    return new ShadowTraffic(Good.file(file).rules());
  }

  /** Makes calls with these names to one host, all at the current time. */
  ShadowTraffic calls(String... names) {
    for (String name : names) {
      FakeCall call = FakeCall.to("GET https://api.example.org/" + name);
      PacedCall paced = pacer.schedule(call, /* isRetry= */ false);
      OutboundPermit shadow = comparison.start(call, /* isRetry= */ false, paced);
      outcomes.put(name, paced == null ? "free" : "?");
      if (paced != null) {
        paced.whenDecided(() -> record(name, "+"), error -> record(name, "-"));
      }
      calls.put(name, paced == null ? Objects.requireNonNull(shadow) : paced);
    }
    return this;
  }

  private void record(String name, String sign) {
    outcomes.put(name, sign + (ticker.micros() - origin) / MILLI_MICROS);
  }

  ShadowTraffic after(long millis) {
    timer.advance(millis * MILLI_MICROS);
    return this;
  }

  ShadowTraffic close(String name) {
    Objects.requireNonNull(calls.get(name)).close();
    return this;
  }

  ShadowTraffic cancel(String name) {
    Objects.requireNonNull(calls.get(name)).cancel();
    return this;
  }

  ShadowTraffic respond(String name, int status, String... fields) {
    Objects.requireNonNull(calls.get(name))
        .responded(new FakeResponse(status + "\n" + String.join("\n", fields)));
    return close(name);
  }

  /** The outcomes of the calls themselves. */
  String outcomes() {
    StringBuilder text = new StringBuilder();
    outcomes.forEach((name, outcome) -> text.append(name).append(outcome).append(' '));
    return text.toString().strip();
  }

  /**
   * The calls that both admit, only the rules in force reject, only the candidate rejects, and both
   * reject; then the calls that the candidate delays, and their delays.
   */
  String comparison() {
    AgreementCounts counts = comparison.ledger().traffic().counts();
    CandidateWaits waits = comparison.ledger().traffic().waits();
    return String.format(
        "%d %d %d %d, held %d for %d ms, longest %d ms",
        counts.bothAdmit(),
        counts.onlyEnforcedRejects(),
        counts.onlyCandidateRejects(),
        counts.bothReject(),
        waits.held(),
        waits.totalMicros() / MILLI_MICROS,
        waits.longestMicros() / MILLI_MICROS);
  }

  long notCompared() {
    return comparison.ledger().traffic().notCompared();
  }
}
