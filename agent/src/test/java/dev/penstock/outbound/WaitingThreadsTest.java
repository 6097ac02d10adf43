package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for the turns of their calls, in real time. */
@Timeout(60)
class WaitingThreadsTest {
  private static final int THREADS = 16;

  private final AgentLog log = AgentLog.onStderr();
  private final Ticker ticker = Ticker.system();
  private final LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, log);
  private final Pacer pacer =
      new Pacer(rules -> new Engine(rules, store, new KeyHash(1, 2)), store, ticker, log);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void anInterruptedThreadStaysInterruptedAndCancelsItsTurn() throws Exception {
    install("a: { match: 'https://*/**', rate: 1/min, wait: 600s }");
    assertThat(schedule().isSent()).isTrue();
    PacedCall second = schedule();
    CountDownLatch waiting = new CountDownLatch(1);
    Future<Boolean> interrupted =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              waiting.countDown();
              assertThatThrownBy(second::await)
                  .isInstanceOf(InterruptedIOException.class)
                  .hasMessage("interrupted while rule `a` delayed a call to api.example.org");
              return Thread.currentThread().isInterrupted();
            });
    assertThat(interrupted.get()).isTrue();
    assertThat(second.isSent()).isFalse();
    assertThat(pacer.heldCalls()).isZero();
    long turn = schedule().reservations().reservedMicros() - ticker.micros();
    assertThat(turn).isLessThan(60_000_000L);
  }

  @Test
  void aThreadWakesWhenAnotherThreadCancelsItsCall() throws Exception {
    install("a: { match: 'https://*/**', concurrency: 1, wait: 600s }");
    PacedCall first = schedule();
    PacedCall second = schedule();
    Future<Boolean> held = threads.submit(await(second));
    second.cancel();
    assertThat(held.get()).isFalse();
    PacedCall third = schedule();
    Future<Boolean> next = threads.submit(await(third));
    first.close();
    assertThat(next.get()).isTrue();
    assertThat(pacer.heldCalls()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rate: 1/h", "rate: 1/h, learn: true", "concurrency: 1", "rate: 1/h, burst: 1"})
  void aRuleWithoutWaitSendsTheFirstCall(String limit) {
    install("a: { match: 'https://*/**', wait: 0s, " + limit + " }");
    assertThat(schedule().isSent()).isTrue();
    assertThat(schedule().rejection()).isInstanceOf(OutboundLimitException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rate: 200/s",
        "rate: 200/s, burst: 5",
        "rate: 20/100ms, algorithm: sliding-window",
        "rate: 20/100ms, algorithm: sliding-log",
        "rate: 20/100ms, algorithm: fixed-window",
      })
  void manyThreadsTogetherKeepTheRate(String rate) throws Exception {
    install("a: { match: 'https://*/**', wait: 600s, " + rate + " }");
    List<Future<List<Long>>> work = new ArrayList<>();
    long end = ticker.micros() + 1_000_000;
    for (int i = 0; i < THREADS; i++) {
      work.add(threads.submit(() -> startsUntil(end)));
    }
    int wakeUps = wakeUpsUntil(end);
    int starts = 0;
    for (Future<List<Long>> each : work) {
      starts += each.get().size();
    }
    // 200 per second, the initial burst, and the calls that waited at the end.
    assertThat(starts).isBetween(wakeUps * 3 / 4, 200 + 20 + THREADS + 1);
    assertThat(pacer.heldCalls()).isZero();
  }

  /**
   * Parks 200 times a second, without catching up: returns how often this machine wakes a thread at
   * that pace. Being up to a millisecond late costs nothing, so the result is 200 at best.
   */
  private int wakeUpsUntil(long endMicros) {
    int wakeUps = 0;
    for (long next = ticker.micros() + 5_000; next <= endMicros; wakeUps++) {
      for (long now = ticker.micros(); now < next; now = ticker.micros()) {
        LockSupport.parkNanos((next - now) * 1_000);
      }
      next += 5_000 + Math.max(0, ticker.micros() - next - 1_000);
    }
    return wakeUps;
  }

  private List<Long> startsUntil(long endMicros) throws InterruptedIOException {
    List<Long> starts = new ArrayList<>();
    while (ticker.micros() < endMicros) {
      PacedCall call = schedule();
      call.await();
      assertThat(call.isSent()).isTrue();
      starts.add(ticker.micros());
      call.close();
    }
    return starts;
  }

  @Test
  void theCallsInFlightNeverExceedTheLimit() throws Exception {
    install("a: { match: 'https://*/**', concurrency: 3, wait: 600s }");
    AtomicInteger inFlight = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<?>> work = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      work.add(
          threads.submit(
              () -> {
                for (int n = 0; n < 200; n++) {
                  PacedCall call = schedule();
                  call.await();
                  most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                  Thread.onSpinWait();
                  inFlight.decrementAndGet();
                  call.close();
                }
                return null;
              }));
    }
    for (Future<?> each : work) {
      each.get(30, TimeUnit.SECONDS);
    }
    assertThat(most.get()).isBetween(1, 3);
    assertThat(pacer.heldCalls()).isZero();
  }

  private static Callable<Boolean> await(PacedCall call) {
    return () -> {
      call.await();
      return call.isSent();
    };
  }

  private PacedCall schedule() {
    PacedCall call =
        pacer.schedule(FakeCall.to("GET https://api.example.org/"), /* isRetry= */ false);
    assertThat(call).isNotNull();
    return call;
  }

  private void install(String rule) {
    pacer.install(Good.file("version: 1\noutbound:\n  " + rule).rules().outbound());
  }
}
