package dev.penstock.agent;

import dev.penstock.agent.operator.EnvironmentSnapshot;
import dev.penstock.agent.operator.SnapshotCollector;
import dev.penstock.agent.reload.FirstLoad;
import dev.penstock.agent.reload.RulesFileLocations;
import dev.penstock.agent.reload.RulesWatcher;
import dev.penstock.agent.shadow.ComparisonJournal;
import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.shadow.ShadowTotals;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.agent.switches.NoOverrides;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.OutboundCounter;
import dev.penstock.outbound.PacedCall;
import dev.penstock.outbound.Pacer;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.config.text.RegularFile;
import dev.penstock.store.CurrentStore;
import dev.penstock.store.ManualTicker;
import dev.penstock.telemetry.Counters;
import dev.penstock.telemetry.Outcome;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An agent without hooks: rules in a real file, a manual clock, and the counters of telemetry. */
final class AgentWithCounters {
  final ManualTicker ticker = new ManualTicker();
  final AtomicLong millis = new AtomicLong(1_000_000);
  final AgentLog log =
      new AgentLog(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  final StoreSelection stores = new StoreSelection(ticker, /* mostKeys= */ 100_000, log);
  final AgentGatekeeper gatekeeper;
  final RulesWatcher watcher;
  final SnapshotCollector collector;
  private final Path file;
  private final Counters counters = new Counters();
  private final ShadowTotals totals = new ShadowTotals();
  private final ShadowMode shadows = new ShadowMode(stores, ticker, totals, log);
  private final Pacer pacer;

  AgentWithCounters(Path folder, String rules) throws IOException {
    file = folder.resolve("penstock.yaml");
    Files.writeString(file, "version: 1\n" + rules);
    gatekeeper =
        new AgentGatekeeper(
            List.of(new TraceHook()),
            engine(Good.file("version: 1").rules()),
            store(),
            counters,
            SignalPublisher.SILENT,
            log);
    pacer =
        new Pacer(
            set -> new Engine(set, stores.inForce(), stores.secret()),
            store(),
            ticker,
            log,
            new OutboundCounter(gatekeeper.outboundCounts(), log));
    RulesFileLocations locations =
        RulesFileLocations.of(file.toString(), new Properties(), Map.of(), new File("x.jar"));
    watcher =
        new RulesWatcher(
            locations, /* candidate= */ null, RegularFile::read, this::enforce, () -> "", log);
    Weaver weaver = new Weaver(instrumentation(), log);
    collector =
        new SnapshotCollector(
            watcher,
            new NoOverrides(),
            counters,
            new SnapshotCollector.Traffic(
                gatekeeper.inboundCounts(),
                gatekeeper.outboundCounts(),
                gatekeeper::engine,
                () -> pacer,
                totals),
            new EnvironmentSnapshot(new File("x.jar"), weaver, List::of, stores, shadows::findings),
            millis::get,
            log);
    watcher.start(FirstLoad.OPTIONAL);
  }

  private static Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            AgentWithCounters.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private CurrentStore store() {
    return new CurrentStore(stores::inForce);
  }

  private Engine engine(RuleSets rules) {
    return new Engine(rules.inbound(), stores.inForce(), stores.secret());
  }

  private void enforce(RuleSets rules) {
    stores.configure(rules.inbound().settings().store());
    stores.useLogSecret(ComparisonJournal.secret(rules));
    Engine engine = engine(rules);
    shadows.compare(rules, engine);
    gatekeeper.enforce(new ActivePolicy(engine, shadows.inbound()));
    pacer.install(rules.outbound());
  }

  /** Writes the rules file and loads it. */
  void write(String rules) throws IOException {
    Files.writeString(file, "version: 1\n" + rules);
    watcher.check();
    watcher.check();
  }

  /** Sends a request from this address; true if it is admitted. */
  boolean call(String path, String address) {
    return call(path, address, /* apiKey= */ null);
  }

  boolean call(String path, String address, @Nullable String apiKey) {
    TraceExchange exchange = new TraceExchange(path, address, apiKey, 200);
    Ticket ticket = gatekeeper.enter("trace", this, exchange, /* response= */ null);
    if (ticket != null) {
      ticket.close(/* thrown= */ null);
    }
    return !exchange.isRejected();
  }

  @Nullable PacedCall send(String call) {
    return pacer.schedule(FakeCall.to(call), /* isRetry= */ false);
  }

  Snapshot snapshot() {
    return collector.snapshot();
  }

  /** The counts of a rule as text, without outcomes that did not occur. */
  String rule(String name) {
    for (RuleFigures rule : snapshot().rules()) {
      if (rule.name().equals(name)) {
        return text(rule.requests());
      }
    }
    return "no such rule";
  }

  String inbound() {
    return text(snapshot().inbound());
  }

  String outbound() {
    return text(snapshot().outbound());
  }

  private static String text(Map<Outcome, Long> counts) {
    StringJoiner text = new StringJoiner(" ");
    counts.forEach(
        (outcome, count) -> {
          if (count > 0) {
            text.add(outcome.label() + "=" + count);
          }
        });
    return text.toString();
  }
}
