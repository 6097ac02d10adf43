package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A bounded number of inbound calls wait for their turn; the others are rejected. */
class FullWaitQueueTest {
  private static final long SECOND = 1_000_000;
  private static final int SHARED = 10;
  private static final String PACED =
      "{ match: %s, key: header.X-Key, rate: 1/s, algorithm: leaky-bucket, wait: 10s%s }\n";
  private static final String RULES =
      "version: 1\ninbound:\n"
          + ("  a: " + PACED.formatted("/a", ""))
          + ("  b: " + PACED.formatted("/b", ""))
          + ("  own: " + PACED.formatted("/own", ", queue: 3"));

  private final ManualTicker ticker = new ManualTicker();
  private final LocalStore store =
      new LocalStore(ticker, /* mostKeys= */ 10_000, AgentLog.onStderr());
  private Engine engine = engine(RULES);

  @Test
  void limitsWithoutAQueueSettingShareAQueueOfTen() {
    for (int client = 0; client < SHARED; client++) {
      expectWaiting(1, client % 2 == 0 ? "/a" : "/b", client);
    }
    decide("/a", 50);
    assertThat(decide("/a", 50).isRejected()).isTrue();
    decide("/b", 51);
    assertThat(decide("/b", 51).isRejected()).isTrue();
    assertThat(decide("/a", 52).isRejected()).as("admitted without a wait").isFalse();
    expectWaiting(1, "/own", 53);
  }

  @Test
  void aQueueSettingCountsTheCallsOfAllKeys() {
    for (int client = 0; client < 3; client++) {
      expectWaiting(1, "/own", client);
    }
    decide("/own", 50);
    assertThat(decide("/own", 50).isRejected()).isTrue();
    expectWaiting(1, "/a", 51);
  }

  @Test
  void callsOfEventLoopsHaveALongerQueueBecauseTheyBlockNoThread() {
    fill("/a");
    for (int client = 0; client < 1_000; client++) {
      FakeCall call = call("/a", 1_000 + client).onAnEventLoop();
      assertThat(engine.decide(call).delayMicros()).isZero();
      assertThat(engine.decide(call).delayMicros()).as("client %s", client).isEqualTo(SECOND);
    }
    FakeCall late = call("/a", 9_000).onAnEventLoop();
    assertThat(engine.decide(late).isRejected()).isFalse();
    assertThat(engine.decide(late).isRejected()).isTrue();
    ticker.advance(SECOND);
    assertThat(engine.decide(late).isRejected()).as("admitted without a wait").isFalse();
    assertThat(engine.decide(late).delayMicros())
        .as("the queue has a free place")
        .isEqualTo(SECOND);
  }

  @Test
  void aRejectedCallSpendsNothingOfAnyLimit() {
    engine =
        engine(
            """
            version: 1
            inbound:
              a: { match: /a, key: header.X-Key, rate: 1/s, algorithm: leaky-bucket, wait: 10s }
              quota: { match: /a, key: header.X-Key, rate: 100/day, algorithm: fixed-window }
            """);
    fill("/a");
    decide("/a", 50);
    for (int i = 0; i < 30; i++) {
      assertThat(decide("/a", 50).isRejected()).isTrue();
    }
    ticker.advance(SECOND);
    Decision next = decide("/a", 50);
    assertThat(next.delayMicros()).as("no turn was taken").isZero();
    assertThat(next.remaining(1)).isEqualTo(98);
  }

  @Test
  void aRejectionReportsWhenTheQueueHasAPlaceAgain() {
    decide("/own", 1);
    for (int turn = 1; turn <= 3; turn++) {
      assertThat(decide("/own", 1).delayMicros()).isEqualTo(turn * SECOND);
    }
    decide("/own", 2);
    Decision rejected = decide("/own", 2);
    FakeWritableResponse response = new FakeWritableResponse();
    response.reject(Rejections.response(rejected, call("/own", 2)));
    assertThat(response)
        .hasToString(
            """
            429
            Retry-After: 1
            RateLimit-Policy: "own";q=1;w=1;penstock-burst=4
            RateLimit: "own";r=0;t=1
            RateLimit-Limit: 1
            RateLimit-Remaining: 0
            RateLimit-Reset: 1
            Content-Type: application/problem+json

            {"type":"https://iana.org/assignments/http-problem-types#quota-exceeded",\
            "title":"Too many requests","status":429,\
            "detail":"The limit is reached. Try again in 1 second.",\
            "violated-policies":["own"],"retry_after":1}
            """);
  }

  @Test
  void aReloadKeepsWaitingCallsAndCanMakeTheQueueLonger() {
    for (int client = 0; client < 3; client++) {
      expectWaiting(1, "/own", client);
    }
    fill("/a");
    engine = engine(RULES);
    decide("/a", 60);
    assertThat(decide("/a", 60).isRejected()).isTrue();
    decide("/own", 61);
    assertThat(decide("/own", 61).isRejected()).isTrue();
    engine = engine(RULES.replace("queue: 3", "queue: 4"));
    assertThat(decide("/own", 61).delayMicros()).isEqualTo(SECOND);
  }

  @Test
  void exactlyAsManyParallelCallsWaitAsTheQueueHasPlaces() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 50; round++) {
        ticker.advance(100 * SECOND);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> held = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
          int number = thread;
          held.add(
              pool.submit(
                  () -> {
                    start.await();
                    int count = 0;
                    for (int i = 0; i < 10; i++) {
                      // Two threads compete for each of four keys.
                      Decision decision = decide("/a", number / 2);
                      count += !decision.isRejected() && decision.delayMicros() > 0 ? 1 : 0;
                    }
                    return count;
                  }));
        }
        start.countDown();
        int sum = 0;
        for (Future<Integer> each : held) {
          sum += each.get();
        }
        assertThat(sum).as("round %s", round).isEqualTo(SHARED);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void decidesLikeTheModel() {
    Random random = new Random(7);
    QueueModel model = new QueueModel();
    int rejectedByQueue = 0;
    for (int i = 0; i < Repetitions.of(20_000, 400_000); i++) {
      ticker.advance(random.nextInt(4) * 20_003L);
      String path = List.of("/a", "/b", "/own").get(random.nextInt(3));
      int client = random.nextInt(12);
      Decision decision = decide(path, client);
      QueueModel.Expected expected = model.expect(path, client, ticker.micros());
      assertThat(decision.isRejected()).as("call %s", i).isEqualTo(!expected.admitted());
      if (expected.admitted()) {
        assertThat(decision.delayMicros()).as("call %s", i).isEqualTo(expected.micros());
      } else {
        assertThat(decision.waitMicros()).as("call %s", i).isEqualTo(expected.micros());
        rejectedByQueue++;
      }
    }
    assertThat(rejectedByQueue).isGreaterThan(1_000);
  }

  /** Leaky buckets and their queues by their definitions, as lists of departures. */
  private static final class QueueModel {
    private static final long WAIT = 10 * SECOND;
    private final Map<String, Long> lastDeparture = new HashMap<>();
    private final Map<String, List<Long>> departures = new HashMap<>();

    /**
     * @param micros how long the call is held or, if it is rejected, has to wait
     */
    private record Expected(boolean admitted, long micros) {}

    /** Computes the decision for a call. The times of calls must not decrease. */
    Expected expect(String path, int client, long now) {
      departures.values().forEach(each -> each.removeIf(departure -> departure <= now));
      String queue = path.equals("/own") ? path : "shared";
      if (!isAdmitted(path, client, now)) {
        return new Expected(/* admitted= */ false, earliest(path, client, now) - now);
      }
      long departure = departure(path, client, now);
      lastDeparture.put(path + client, departure);
      departures.computeIfAbsent(queue, name -> new ArrayList<>()).add(departure);
      return new Expected(/* admitted= */ true, departure - now);
    }

    private long departure(String path, int client, long now) {
      return Math.max(now, lastDeparture.getOrDefault(path + client, 0L) + SECOND);
    }

    private boolean isAdmitted(String path, int client, long now) {
      boolean own = path.equals("/own");
      long held = departure(path, client, now) - now;
      long waiting = departures(own).stream().filter(each -> each > now).count();
      return held == 0 || (held <= (own ? 3 * SECOND : WAIT) && waiting < (own ? 3 : SHARED));
    }

    /** The first time at which the call is admitted. Only these times can change the decision. */
    private long earliest(String path, int client, long now) {
      boolean own = path.equals("/own");
      long turn = departure(path, client, now);
      List<Long> instants = new ArrayList<>(departures(own));
      instants.add(turn);
      instants.add(turn - (own ? 3 * SECOND : WAIT));
      return instants.stream()
          .filter(each -> each > now && isAdmitted(path, client, each))
          .min(Long::compare)
          .orElseThrow();
    }

    private List<Long> departures(boolean own) {
      return departures.getOrDefault(own ? "/own" : "shared", List.of());
    }
  }

  private Engine engine(String rules) {
    return new Engine(Good.file(rules).rules().inbound(), store, new KeyHash(1, 2));
  }

  private static FakeCall call(String path, int client) {
    return FakeCall.of("GET " + path).with("X-Key", "k" + client);
  }

  private Decision decide(String path, int client) {
    Call call = call(path, client);
    return engine.decide(call);
  }

  /** One call that continues at once, and this many calls that wait. */
  private void expectWaiting(int calls, String path, int client) {
    assertThat(decide(path, client).delayMicros()).isZero();
    for (int i = 1; i <= calls; i++) {
      Decision decision = decide(path, client);
      assertThat(decision.isRejected()).as("client %s", client).isFalse();
      assertThat(decision.delayMicros()).isEqualTo(i * SECOND);
    }
  }

  private void fill(String path) {
    for (int client = 100; client < 100 + SHARED; client++) {
      expectWaiting(1, path, client);
    }
  }
}
