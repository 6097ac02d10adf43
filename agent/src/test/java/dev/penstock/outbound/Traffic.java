package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.queue.ManualAlarm;
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

/** Calls that go out by some rules, in a time of their own; in the end, when each of them went. */
public final class Traffic {
  private static final long MILLI_MICROS = 1_000;
  private static final long HOUR = 3_600_000_000L;

  private final ManualTicker ticker = new ManualTicker();
  private final ManualAlarm alarm = new ManualAlarm(ticker);
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
  private final List<IOException> refusals = new ArrayList<>();

  /**
   * @param isSlow true if the store answers when told to
   * @param aheadMicros how far the store's clock is ahead of ours
   */
  private Traffic(boolean isSlow, long aheadMicros) {
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
            alarm,
            CallListener.NOBODY);
  }

  /** The same over a store that answers when told to, to asynchronous clients. */
  static Traffic slowly(String... rules) {
    return new Traffic(/* isSlow= */ true, /* aheadMicros= */ 0).reload(rules);
  }

  /** The same over a store whose clock is an hour ahead. */
  static Traffic byAnotherClock(String... rules) {
    return new Traffic(/* isSlow= */ false, HOUR).reload(rules);
  }

  /** The store answers all that it was asked by now. */
  Traffic storeAnswers() {
    slow.answerAll();
    slow.checkNobodyWasBlocked();
    return this;
  }

  int asked() {
    return slow.waiting();
  }

  /** By these rules of the section {@code outbound}, one a line. */
  public static Traffic by(String... rules) {
    return new Traffic(/* isSlow= */ false, /* aheadMicros= */ 0).reload(rules);
  }

  Traffic reload(String... rules) {
    pacer.paceBy(rulesOf("version: 1\noutbound:\n  " + String.join("\n  ", rules)));
    return this;
  }

  public Traffic switchOff() {
    pacer.paceBy(
        rulesOf("version: 1\nmode: off\noutbound:\n  a: { match: '*://*/**', rate: 1/s }"));
    return this;
  }

  private static RuleSet rulesOf(String text) {
    return Good.file(text).rules().outbound();
  }

  /** Calls of these names come one after the other, at this instant, to one host. */
  public Traffic calls(String... names) {
    for (String name : names) {
      call(name, FakeCall.to("GET https://api.example.org/" + name).onAnEventLoop());
    }
    return this;
  }

  /** Further requests of calls that went before. */
  public Traffic retries(String... names) {
    for (String name : names) {
      depart(name, FakeCall.to("GET https://api.example.org/" + name), /* retry= */ true);
    }
    return this;
  }

  public Traffic call(String name, FakeCall call) {
    return depart(name, call, /* retry= */ false);
  }

  private Traffic depart(String name, FakeCall call, boolean retry) {
    outcomes.put(name, "?");
    PacedCall paced = pacer.schedule(call, retry);
    if (paced == null) {
      outcomes.put(name, "free");
      return this;
    }
    calls.put(name, paced);
    paced.whenDecided(() -> note(name, "+"), why -> refused(name, why));
    return this;
  }

  private void refused(String name, IOException why) {
    refusals.add(why);
    note(name, "-");
  }

  private void note(String name, String sign) {
    assertThat(outcomes.put(name, sign + (ticker.micros() - origin) / MILLI_MICROS))
        .as(name)
        .isEqualTo("?");
  }

  private PacedCall called(String name) {
    return Objects.requireNonNull(calls.get(name), name);
  }

  public Traffic after(long millis) {
    alarm.advance(millis * MILLI_MICROS);
    return this;
  }

  boolean isGone(String name) {
    return called(name).isSent();
  }

  public Traffic giveUp(String... names) {
    for (String name : names) {
      called(name).cancel();
    }
    return this;
  }

  public Traffic over(String... names) {
    for (String name : names) {
      called(name).close();
    }
    return this;
  }

  /** The answer to a call has come. */
  Traffic answer(String name, int status, String... fields) {
    called(name).responded(new FakeResponse(status + "\n" + String.join("\n", fields)));
    return over(name);
  }

  /** When each call went ({@code +millis}) or was refused ({@code -millis}), or {@code ?}. */
  public String outcomes() {
    StringBuilder text = new StringBuilder();
    outcomes.forEach((name, outcome) -> text.append(name).append(outcome).append(' '));
    return text.toString().strip();
  }

  public IOException lastRefusal() {
    return refusals.get(refusals.size() - 1);
  }

  public int held() {
    return pacer.heldCalls();
  }

  public int lines() {
    return pacer.queues().size();
  }

  public int pendingAlarms() {
    return alarm.pending();
  }

  String logged() {
    return logged.toString(StandardCharsets.UTF_8);
  }
}
