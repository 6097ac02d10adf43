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

/** Replays one fixed trace of requests against a gatekeeper and records all outcomes. */
final class TraceReplay {
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
  private final MessageDigest responses;
  private long rejected;

  private TraceReplay(RuleSets rules) throws ReflectiveOperationException {
    try {
      responses = MessageDigest.getInstance("SHA-256");
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new ReflectiveOperationException(e);
    }
    Engine engine = new Engine(rules.inbound(), store, new KeyHash(1, 2));
    gatekeeper = new AgentGatekeeper(List.of(new TraceHook()), engine, store, QUIET);
    shadows.compare(rules, engine);
    gatekeeper.enforce(new ActivePolicy(engine, shadows.inbound()));
  }

  /** All outcomes of a replay; {@code responses} is a hash of all responses. */
  record Result(
      String responses, long rejected, String state, @Nullable ComparisonResult findings) {}

  static Result play(RuleSets rules, int requests) throws ReflectiveOperationException {
    TraceReplay trace = new TraceReplay(rules);
    trace.play(requests);
    return new Result(
        HexFormat.of().formatHex(trace.responses.digest()),
        trace.rejected,
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
      TraceExchange exchange = exchange(random);
      Ticket ticket = gatekeeper.enter("trace", this, exchange, null);
      responses.update(exchange.response().getBytes(StandardCharsets.UTF_8));
      rejected += exchange.isRejected() ? 1 : 0;
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

  /** Ends a request; one without a ticket needs no notification. */
  private static void close(@Nullable Ticket ticket) {
    if (ticket != null) {
      ticket.close(null);
    }
  }

  private static TraceExchange exchange(Random random) {
    String path = PATHS[random.nextInt(PATHS.length)];
    // A few clients send many requests, and many clients send few.
    int client = random.nextInt(random.nextInt(3_000) + 1);
    String key = random.nextInt(5) == 0 ? null : "k" + client % 97;
    int status = path.equals("/login") && random.nextInt(3) > 0 ? 401 : 200;
    return new TraceExchange(path, "10.0." + client / 256 + "." + client % 256, key, status);
  }
}
