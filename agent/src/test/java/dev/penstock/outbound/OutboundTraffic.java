package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.queue.ManualTimer;
import dev.penstock.rules.RuleSet;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.SlowStore;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Plays outbound calls against some rules in virtual time, and records when each was sent. */
public final class OutboundTraffic {
  private static final long MILLI_MICROS = 1_000;
  private static final long HOUR = 3_600_000_000L;

  private final ManualTicker ticker = new ManualTicker();
  private final ManualTimer timer = new ManualTimer(ticker);
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          () -> ticker.micros() * 1000);
  private final SlowStore slow;
  private final Pacer pacer;
  private final long origin = ticker.micros();
  private final Map<String, PacedCall> calls = new LinkedHashMap<>();
  private final Map<String, String> outcomes = new LinkedHashMap<>();
  private final List<IOException> rejections = new ArrayList<>();

  /**
   * @param isSlow true if the store replies only in {@link #storeReplies}
   * @param aheadMicros how far the clock of the store is ahead of the clock of the pacer
   */
  private OutboundTraffic(boolean isSlow, long aheadMicros) {
    Ticker storeTicker = () -> ticker.micros() + aheadMicros;
    LocalStore local = new LocalStore(storeTicker, /* mostKeys= */ 10_000, log);
    slow = new SlowStore(local, /* keepsOwnTime= */ aheadMicros != 0);
    Store store = isSlow ? slow : local;
    pacer =
        new Pacer(
            rules -> new Engine(rules, store, new KeyHash(1, 2)),
            store,
            ticker,
            log,
            timer,
            CallListener.NO_OP);
  }

  /** Uses a store that replies only in {@link #storeReplies}. */
  static OutboundTraffic withSlowStore(String... rules) {
    return new OutboundTraffic(/* isSlow= */ true, /* aheadMicros= */ 0).reload(rules);
  }

  /** Uses a store whose clock is an hour ahead. */
  static OutboundTraffic withStoreClockAhead(String... rules) {
    return new OutboundTraffic(/* isSlow= */ false, HOUR).reload(rules);
  }

  /** Lets the store reply to all pending requests. */
  OutboundTraffic storeReplies() {
    slow.settleAll();
    slow.checkEventLoopNotBlocked();
    return this;
  }

  /** How many store calls are pending. */
  int pendingStoreCalls() {
    return slow.pending();
  }

  /** Uses these rules of the section {@code outbound}, one per line. */
  public static OutboundTraffic by(String... rules) {
    return new OutboundTraffic(/* isSlow= */ false, /* aheadMicros= */ 0).reload(rules);
  }

  OutboundTraffic reload(String... rules) {
    pacer.install(rulesOf("version: 1\noutbound:\n  " + String.join("\n  ", rules)));
    return this;
  }

  public OutboundTraffic switchOff() {
    pacer.install(
        rulesOf("version: 1\nmode: off\noutbound:\n  a: { match: '*://*/**', rate: 1/s }"));
    return this;
  }

  private static RuleSet rulesOf(String text) {
    return Good.file(text).rules().outbound();
  }

  /** Makes calls with these names to one host, all at the current time. */
  public OutboundTraffic calls(String... names) {
    for (String name : names) {
      call(name, FakeCall.to("GET https://api.example.org/" + name).onAnEventLoop());
    }
    return this;
  }

  /** Makes further requests of earlier calls. */
  public OutboundTraffic retries(String... names) {
    for (String name : names) {
      schedule(name, FakeCall.to("GET https://api.example.org/" + name), /* isRetry= */ true);
    }
    return this;
  }

  public OutboundTraffic call(String name, FakeCall call) {
    return schedule(name, call, /* isRetry= */ false);
  }

  private OutboundTraffic schedule(String name, FakeCall call, boolean isRetry) {
    outcomes.put(name, "?");
    PacedCall paced = pacer.schedule(call, isRetry);
    if (paced == null) {
      outcomes.put(name, "free");
      return this;
    }
    calls.put(name, paced);
    paced.whenDecided(() -> record(name, "+"), error -> rejected(name, error));
    return this;
  }

  private void rejected(String name, IOException error) {
    rejections.add(error);
    record(name, "-");
  }

  private void record(String name, String sign) {
    assertThat(outcomes.put(name, sign + (ticker.micros() - origin) / MILLI_MICROS))
        .as(name)
        .isEqualTo("?");
  }

  private PacedCall called(String name) {
    return Objects.requireNonNull(calls.get(name), name);
  }

  public OutboundTraffic after(long millis) {
    timer.advance(millis * MILLI_MICROS);
    return this;
  }

  boolean isSent(String name) {
    return called(name).isSent();
  }

  public OutboundTraffic cancel(String... names) {
    for (String name : names) {
      called(name).cancel();
    }
    return this;
  }

  public OutboundTraffic close(String... names) {
    for (String name : names) {
      called(name).close();
    }
    return this;
  }

  /** Passes a response to a call, and closes the call. */
  OutboundTraffic respond(String name, int status, String... fields) {
    called(name).responded(new FakeResponse(status + "\n" + String.join("\n", fields)));
    return close(name);
  }

  /** For each call: sent ({@code +millis}), rejected ({@code -millis}) or waiting ({@code ?}). */
  public String outcomes() {
    StringBuilder text = new StringBuilder();
    outcomes.forEach((name, outcome) -> text.append(name).append(outcome).append(' '));
    return text.toString().strip();
  }

  public IOException lastRejection() {
    return rejections.get(rejections.size() - 1);
  }

  public int held() {
    return pacer.heldCalls();
  }

  public int queues() {
    return pacer.queues();
  }

  public int pendingTasks() {
    return timer.pending();
  }

  String logged() {
    return logged.toString(StandardCharsets.UTF_8);
  }
}
