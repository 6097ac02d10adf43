package dev.penstock.pace;

import dev.penstock.call.Departure;
import dev.penstock.call.FakeCall;
import dev.penstock.config.Good;
import dev.penstock.engine.Engine;
import dev.penstock.key.KeyHash;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.RuleSet;
import dev.penstock.rule.RuleSets;
import dev.penstock.shadow.Counts;
import dev.penstock.shadow.Divergence;
import dev.penstock.shadow.Ledger;
import dev.penstock.shadow.Listener;
import dev.penstock.shadow.OutboundComparison;
import dev.penstock.shadow.Trial;
import dev.penstock.shadow.Waits;
import dev.penstock.store.LocalStore;
import dev.penstock.store.ManualTicker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Calls that go out by some rules while a candidate rehearses them, in a time of their own. */
final class RehearsedTraffic {
  private static final long MILLI_MICROS = 1_000;

  private final ManualTicker ticker = new ManualTicker();
  private final ManualAlarm alarm = new ManualAlarm(ticker);
  private final AgentLog log = AgentLog.onStderr();
  private final long origin = ticker.micros();
  private final Pacer pacer = pacer();
  private final OutboundComparison comparison;
  private final Map<String, Departure> calls = new LinkedHashMap<>();
  private final Map<String, String> outcomes = new LinkedHashMap<>();
  final List<Divergence> diverged = new ArrayList<>();

  private RehearsedTraffic(RuleSets file) {
    pacer.paceBy(file.outbound());
    Trial trial = Objects.requireNonNull(Trial.ofOutbound(file));
    Pacer old = trial.old() == null ? null : pacing(trial.old());
    comparison =
        new OutboundComparison(
            old,
            pacing(trial.next()),
            Ledger.of(file.outbound(), trial, /* mostMinutes= */ 100),
            new Listener(/* outbound= */ true, Object::hashCode, diverged::add),
            ticker);
  }

  private Pacer pacer() {
    LocalStore store = new LocalStore(ticker, /* mostKeys= */ 10_000, log);
    return new Pacer(
        rules -> new Engine(rules, store, new KeyHash(1, 2)),
        store,
        ticker,
        log,
        alarm,
        Witness.NOBODY);
  }

  private Pacer pacing(RuleSet rules) {
    Pacer candidate = pacer();
    candidate.paceBy(rules);
    return candidate;
  }

  /** By these rules of the section {@code outbound}, one a line. */
  static RehearsedTraffic by(String... rules) {
    return of("version: 1\noutbound:\n  " + String.join("\n  ", rules));
  }

  static RehearsedTraffic of(String file) {
    return new RehearsedTraffic(Good.file(file).rules());
  }

  /** Calls of these names come one after the other, at this instant, to one host. */
  RehearsedTraffic calls(String... names) {
    for (String name : names) {
      FakeCall call = FakeCall.to("GET https://api.example.org/" + name);
      PacedCall paced = pacer.depart(call, /* retry= */ false);
      Departure copied = comparison.depart(call, /* retry= */ false, paced);
      outcomes.put(name, paced == null ? "free" : "?");
      if (paced != null) {
        paced.whenDecided(() -> note(name, "+"), why -> note(name, "-"));
      }
      calls.put(name, paced == null ? Objects.requireNonNull(copied) : paced);
    }
    return this;
  }

  private void note(String name, String sign) {
    outcomes.put(name, sign + (ticker.micros() - origin) / MILLI_MICROS);
  }

  RehearsedTraffic after(long millis) {
    alarm.advance(millis * MILLI_MICROS);
    return this;
  }

  RehearsedTraffic over(String name) {
    Objects.requireNonNull(calls.get(name)).over();
    return this;
  }

  RehearsedTraffic giveUp(String name) {
    Objects.requireNonNull(calls.get(name)).giveUp();
    return this;
  }

  RehearsedTraffic answer(String name, int status, String... fields) {
    Objects.requireNonNull(calls.get(name))
        .answered(new FakeAnswer(status + "\n" + String.join("\n", fields)));
    return over(name);
  }

  /** What became of the calls themselves. */
  String outcomes() {
    StringBuilder text = new StringBuilder();
    outcomes.forEach((name, outcome) -> text.append(name).append(outcome).append(' '));
    return text.toString().strip();
  }

  /** Both admit, only old, only new, both reject; those that the candidate held, and how long. */
  String found() {
    Counts counts = comparison.ledger().traffic().counts();
    Waits waits = comparison.ledger().traffic().waits();
    return String.format(
        "%d %d %d %d, held %d for %d ms, longest %d ms",
        counts.bothAdmit(),
        counts.onlyOldRejects(),
        counts.onlyNewRejects(),
        counts.bothReject(),
        waits.held(),
        waits.totalMicros() / MILLI_MICROS,
        waits.longestMicros() / MILLI_MICROS);
  }

  long unjudged() {
    return comparison.ledger().traffic().unjudged();
  }
}
