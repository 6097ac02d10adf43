package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.outbound.queue.ManualTimer;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testdialects.ServerLimit;
import dev.penstock.testdialects.ServerWindows;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rule without a rate learns it from the responses of a server, in each dialect. Time is virtual;
 * {@code OutboundLearningIT} confirms four dialects with a real client and a real server.
 */
class LearnedDialectsTest {
  private static final int CALLERS = 32;
  private static final int LIMIT = 40;
  private static final int CALLS = 500;
  private static final int MOST_ROUNDS = 10;
  private static final int LONGEST_TRIP_MICROS = 2_000;
  private static final Duration LONGEST_RUN = Duration.ofMinutes(4);
  private static final String RULES =
      """
      version: 1
      outbound:
        api:
          match: "https://api.example.org/**"
          learn: true
          backoff: { base: 200ms, cap: 5s }
          wait: 60s
      """;

  private final ManualTicker ticker = new ManualTicker();
  private final ManualTimer timer = new ManualTimer(ticker);
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          () -> ticker.micros() * 1000);
  private final LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, log);
  private final Pacer pacer =
      new Pacer(
          rules -> new Engine(rules, store, new KeyHash(1, 2)),
          store,
          ticker,
          log,
          timer,
          CallListener.NO_OP);

  /** Travel times of requests and responses; the seed makes every run the same. */
  private final Random random = new Random(15);

  private final Map<Integer, Integer> statuses = new HashMap<>();
  private int longestTripMicros = LONGEST_TRIP_MICROS;
  private int started;
  private int ended;

  @ParameterizedTest
  @EnumSource
  void afterTheFirstWindowAlmostNoCallIsRejected(Dialect dialect) {
    expectLearned(dialect, LONGEST_TRIP_MICROS);
  }

  /** A client that loads its classes with its first calls may not reach the limit at first. */
  @ParameterizedTest
  @EnumSource
  void afterASlowStartAlmostNoCallIsRejected(Dialect dialect) {
    expectLearned(dialect, /* longestFirstTripMicros= */ 900_000);
  }

  private void expectLearned(Dialect dialect, int longestFirstTripMicros) {
    pacer.install(Good.file(RULES).rules().outbound());
    ServerLimit server = limit(dialect);
    longestTripMicros = longestFirstTripMicros;
    spendTheFirstWindow(server, dialect);
    statuses.clear();
    Instant start = now();
    run(CALLS, server, dialect);
    int rejected = CALLS - statuses.getOrDefault(200, 0);
    assertThat(rejected).isLessThanOrEqualTo(maxRejected(dialect));
    // Caution alone is not enough: the calls must use most of the limit.
    double perSecond = CALLS / (Duration.between(start, now()).toMillis() / 1e3);
    assertThat(perSecond).isGreaterThan(minShare(dialect) * LIMIT / windowSeconds(dialect));
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  /** Fixed windows, except for the dialect that describes a bucket; Kong's window is a second. */
  private static ServerLimit limit(Dialect dialect) {
    Duration window = Duration.ofSeconds(windowSeconds(dialect));
    return dialect == Dialect.SHOPIFY
        ? new ServerBucket(LIMIT, LIMIT, window)
        : new ServerWindows(LIMIT, window);
  }

  private static int windowSeconds(Dialect dialect) {
    return dialect == Dialect.KONG ? 1 : 2;
  }

  /** One of 100 calls, or more for a server that announces nothing and can only be probed. */
  private static int maxRejected(Dialect dialect) {
    return dialect == Dialect.NONE ? CALLS / 5 : CALLS / 100;
  }

  private static double minShare(Dialect dialect) {
    return dialect.announcesLimit() ? 0.6 : 0.3;
  }

  /**
   * Spends one window and a part of the next, because a client cannot know the limit before a
   * response announces it. A server that does not announce its rate has to reject a call first.
   */
  private void spendTheFirstWindow(ServerLimit server, Dialect dialect) {
    int rounds = 0;
    do {
      assertThat(rounds++).as("rounds without a rejection").isLessThan(MOST_ROUNDS);
      run(LIMIT + CALLERS, server, dialect);
      longestTripMicros = LONGEST_TRIP_MICROS;
    } while (!dialect.announcesRate() && !statuses.containsKey(dialect.rejectionStatus()));
  }

  /** Makes this number of calls. Each caller starts its next call when it has its response. */
  private void run(int calls, ServerLimit server, Dialect dialect) {
    started = 0;
    ended = 0;
    for (int caller = 0; caller < CALLERS; caller++) {
      call(calls, server, dialect);
    }
    Instant end = now().plus(LONGEST_RUN);
    while (ended < calls) {
      assertThat(now()).as("time after %d of %d calls", ended, calls).isBefore(end);
      timer.advance(/* micros= */ 1_000);
    }
  }

  private void call(int calls, ServerLimit server, Dialect dialect) {
    if (started == calls) {
      return;
    }
    started++;
    FakeCall call = FakeCall.to("GET https://api.example.org/items").onAnEventLoop();
    PacedCall paced = Objects.requireNonNull(pacer.schedule(call, /* isRetry= */ false));
    paced.whenDecided(
        () -> travel(() -> arrive(paced, calls, server, dialect)),
        error -> {
          throw new AssertionError(error);
        });
  }

  private void arrive(PacedCall paced, int calls, ServerLimit server, Dialect dialect) {
    Instant now = now();
    ServerLimit.Verdict verdict = server.decide(ticker.micros() * 1_000, now.toEpochMilli());
    int status = verdict.allowed() ? 200 : dialect.rejectionStatus();
    Map<String, String> fields = dialect.fields(verdict, now);
    travel(
        () -> {
          statuses.merge(status, 1, Integer::sum);
          paced.responded(new FakeResponse(status, fields));
          paced.close();
          ended++;
          call(calls, server, dialect);
        });
  }

  private void travel(Runnable arrive) {
    timer.schedule(200 + random.nextInt(longestTripMicros), arrive);
  }

  private Instant now() {
    return Instant.EPOCH.plus(ticker.micros(), ChronoUnit.MICROS);
  }
}
