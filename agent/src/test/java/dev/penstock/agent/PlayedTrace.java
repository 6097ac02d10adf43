package dev.penstock.agent;

import dev.penstock.agent.shadow.ShadowMode;
import dev.penstock.agent.store.StoreSelection;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.inbound.ActivePolicy;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.ComparisonResult;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.local.StoreDump;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A trace of requests, always the same, and what one gatekeeper made of them. */
final class PlayedTrace {
  private static final String[] PATHS = {
    "/api/orders", "/api/orders/7", "/api/search", "/login", "/upload/a", "/health", "/free"
  };

  private static final AgentLog QUIET =
      new AgentLog(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store = new LocalStore(ticker, 100_000, QUIET);
  private final ShadowMode shadows =
      new ShadowMode(
          new StoreSelection(ticker, 1_000_000, new KeyHash(3, 4), QUIET), ticker, QUIET);
  private final AgentGatekeeper gatekeeper;
  private final MessageDigest answers;
  private long refused;

  private PlayedTrace(RuleSets rules) throws ReflectiveOperationException {
    try {
      answers = MessageDigest.getInstance("SHA-256");
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new ReflectiveOperationException(e);
    }
    Engine engine = new Engine(rules.inbound(), store, new KeyHash(1, 2));
    gatekeeper = new AgentGatekeeper(List.of(new TraceHook()), engine, store, QUIET);
    shadows.compare(rules, engine);
    gatekeeper.enforce(new ActivePolicy(engine, shadows.inbound()));
  }

  /** What came of it. */
  record Played(String answers, long refused, String state, @Nullable ComparisonResult findings) {}

  static Played play(RuleSets rules, int requests) throws ReflectiveOperationException {
    PlayedTrace trace = new PlayedTrace(rules);
    trace.play(requests);
    return new Played(
        HexFormat.of().formatHex(trace.answers.digest()),
        trace.refused,
        StoreDump.of(trace.store),
        trace.shadows.findings());
  }

  static RuleSets rules(String text) {
    return Good.file(text).rules();
  }

  private void play(int requests) {
    Random random = new Random(42);
    ArrayDeque<Runnable> inFlight = new ArrayDeque<>();
    for (int n = 0; n < requests; n++) {
      ticker.advance(random.nextInt(1_000));
      TraceExchange visit = visit(random);
      Ticket ticket = gatekeeper.enter("trace", this, visit, null);
      answers.update(visit.answer().getBytes(StandardCharsets.UTF_8));
      refused += visit.isRefused() ? 1 : 0;
      inFlight.add(() -> close(ticket));
      while (inFlight.size() > random.nextInt(12)) {
        inFlight.remove().run();
      }
      if (n % 50_000 == 0) {
        store.sweep();
        shadows.sweep();
        shadows.writeJournal();
      }
    }
  }

  /** Calls end after so many others, whether somebody has to hear of it or not. */
  private static void close(@Nullable Ticket ticket) {
    if (ticket != null) {
      ticket.close(null);
    }
  }

  private static TraceExchange visit(Random random) {
    String path = PATHS[random.nextInt(PATHS.length)];
    // Few clients call often, many call rarely.
    int client = random.nextInt(random.nextInt(3_000) + 1);
    String key = random.nextInt(5) == 0 ? null : "k" + client % 97;
    int status = path.equals("/login") && random.nextInt(3) > 0 ? 401 : 200;
    return new TraceExchange(path, "10.0." + client / 256 + "." + client % 256, key, status);
  }
}
