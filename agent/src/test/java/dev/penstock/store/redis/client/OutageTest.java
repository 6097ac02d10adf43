package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisOptions;
import dev.penstock.testredis.RedisProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that dies, is paused, replies late or was never running. */
class OutageTest {
  /** A realistic timeout; long enough that a busy machine usually replies in time. */
  private static final long TIMEOUT_MICROS = 100_000;

  /** Detects a hang: many timeouts, and far below the timeout of a socket. */
  private static final long HANGING_MILLIS = 5_000;

  private final Links links = new Links();
  private final RedisProcess server = RedisProcess.start();
  private final RedisClient redis = links.open(server, TIMEOUT_MICROS);

  @AfterEach
  void close() {
    redis.close();
    server.close();
    Links.await("its threads end", () -> links.threads().isEmpty());
  }

  @Test
  void theBreakerStaysOpenUntilAKilledServerIsBack() {
    Links.awaitAnswer(redis);
    try (Load load = new Load(redis, 16)) {
      load.awaitAnswers(100);
      server.kill();
      Links.await("it is left alone", () -> !redis.health().answering());
      assertThat(RecordingCall.echo("x").askedOf(redis).outcome()).isEqualTo("AWAY");
      long sent = redis.health().asked();
      load.awaitAway(1_000);
      assertThat(redis.health().asked()).isEqualTo(sent);
      server.restart();
      Links.awaitAnswer(redis);
      load.awaitAnswers(100);
      assertThat(load.wrong).isEmpty();
      assertThat(load.longestMillis.get()).isLessThan(HANGING_MILLIS);
    }
    assertThat(redis.health().opened()).isGreaterThanOrEqualTo(1);
    assertThat(redis.health().closed()).isEqualTo(redis.health().opened());
  }

  @Test
  void theBreakerOpensForAPausedServerAndRepliesStayInOrder() {
    Links.awaitAnswer(redis);
    try (Load load = new Load(redis, 16)) {
      for (int round = 0; round < 3; round++) {
        load.awaitAnswers(100);
        server.pause();
        Links.await("it is left alone", () -> !redis.health().answering());
        load.awaitAway(500);
        // The connection may survive or be closed. In both cases replies have to match requests.
        load.awaitAwayForMillis(round * 700L);
        server.resume();
        Links.awaitAnswer(redis);
      }
      load.awaitAnswers(500);
      assertThat(load.wrong).isEmpty();
      assertThat(load.longestMillis.get()).isLessThan(HANGING_MILLIS);
    }
  }

  @Test
  void aLateReplyOpensTheBreakerButAReplyInTimeDoesNot() {
    Links.awaitAnswer(redis);
    LuaScript busy =
        new LuaScript(
            """
            local function micros() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end
            local stop = micros() + tonumber(ARGV[1])
            while micros() < stop do end
            return {ARGV[2]}
            """);
    assertThat(new RecordingCall(busy, "key", "0", "quick").askedOf(redis).outcome())
        .isEqualTo("[quick]");
    RecordingCall late = new RecordingCall(busy, "key", "800000", "slow").askedOf(redis);
    assertThat(late.outcome()).isEqualTo("TOO_LATE");
    assertThat(redis.health().late()).isEqualTo(1);
    // A thread that woke up late does not open the breaker; the next one does.
    Links.await(
        "it is left alone",
        () -> {
          RecordingCall.echo("x").askedOf(redis);
          return redis.health().opened() == 1;
        });
    Links.awaitAnswer(redis);
    assertThat(late.times()).isEqualTo(1);
    String name = "Redis 127.0.0.1:" + server.port();
    assertThat(links.lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith(
                        "penstock: warning: "
                            + name
                            + " is unavailable (no reply within 100 ms). Rules"),
            line ->
                assertThat(line)
                    .matches("penstock: " + name + " is available again after \\S+ s, and .*"));
  }

  @Test
  void aCallWithoutAWaitingThreadTimesOut() throws InterruptedException {
    RecordingCall asked = askedWhilePaused();
    assertThat(asked.awaited()).isEqualTo("TOO_LATE");
    assertThat(asked.tookMillis()).isBetween(TIMEOUT_MICROS / 1_000, HANGING_MILLIS);
    Links.await("it is left alone", () -> !redis.health().answering());
    RecordingCall next = RecordingCall.echo("y");
    redis.send(next);
    assertThat(next.outcome()).isEqualTo("AWAY");
    server.resume();
    Links.awaitAnswer(redis);
    assertThat(asked.times()).isEqualTo(1);
    assertThat(asked.outcome()).isEqualTo("TOO_LATE");
  }

  /**
   * A call to a server that does not reply. If the machine was late before the server was paused,
   * the breaker is open already and nothing is sent. Then this tries again.
   */
  private RecordingCall askedWhilePaused() throws InterruptedException {
    RecordingCall asked = RecordingCall.echo("x");
    for (int attempt = 0; attempt < 20; attempt++) {
      Links.awaitAnswer(redis);
      server.pause();
      asked = RecordingCall.echo("x");
      redis.send(asked);
      if (!asked.awaited().equals("AWAY")) {
        break;
      }
      server.resume();
    }
    return asked;
  }

  @Test
  void aServerIsRetriedSoonAfterACallFailed() {
    Links.awaitAnswer(redis);
    server.restart();
    long startNanos = System.nanoTime();
    Links.awaitAnswer(redis);
    // The first pause is at most 150 ms. It was ten seconds when no thread woke the one that
    // retries.
    assertThat((System.nanoTime() - startNanos) / 1_000_000).isLessThan(HANGING_MILLIS);
  }

  @Test
  void aServerThatStartsLaterIsFound() {
    server.kill();
    assertThat(RecordingCall.echo("x").askedOf(redis).outcome()).isEqualTo("AWAY");
    Links.await("it is left alone and said", () -> !links.lines().isEmpty());
    assertThat(redis.health().answering()).isFalse();
    assertThat(links.lines()).hasSize(1);
    assertThat(links.lines().get(0)).contains("is unavailable").contains("refused)");
    server.restart();
    Links.awaitAnswer(redis);
  }

  @Test
  void aWrongPasswordIsReportedWithoutThePassword() {
    try (RedisProcess locked = RedisProcess.start(RedisOptions.none().withPassword("right"));
        RedisClient refused =
            RedisConnections.open(
                Links.address(locked.port(), null, "wr0ng"), Links.PATIENT_MICROS, links.log);
        RedisClient nameless =
            RedisConnections.open(Links.address(locked.port()), Links.PATIENT_MICROS, links.log);
        RedisClient welcome =
            RedisConnections.open(
                Links.address(locked.port(), null, "right"), Links.PATIENT_MICROS, links.log)) {
      assertThat(RecordingCall.echo("x").askedOf(refused).outcome()).isEqualTo("AWAY");
      assertThat(RecordingCall.echo("x").askedOf(nameless).outcome()).isEqualTo("AWAY");
      assertThat(RecordingCall.echo("x").askedOf(welcome).outcome()).isEqualTo("[x]");
      assertThat(links.lines()).hasSize(2);
      assertThat(links.lines().get(0)).contains("WRONGPASS").doesNotContain("wr0ng");
      assertThat(links.lines().get(1)).contains("NOAUTH");
    }
  }

  @Test
  void anAclUserCanConnect() {
    try (RedisProcess locked = RedisProcess.start(RedisOptions.none().withUser("pen", "stock"));
        RedisClient welcome =
            RedisConnections.open(
                Links.address(locked.port(), "pen", "stock"), Links.PATIENT_MICROS, links.log)) {
      assertThat(RecordingCall.echo("x").askedOf(welcome).outcome()).isEqualTo("[x]");
    }
  }

  @Test
  void closingCompletesCallsInFlight() throws InterruptedException {
    Links.awaitAnswer(redis);
    RedisClient patient = links.open(server, 60_000_000);
    try {
      Links.awaitAnswer(patient);
      server.pause();
      List<RecordingCall> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RecordingCall asked = RecordingCall.echo("x");
        all.add(asked);
        patient.send(asked);
      }
      patient.close();
      for (RecordingCall asked : all) {
        assertThat(asked.awaited()).isIn("AWAY", "TOO_LATE");
        assertThat(asked.tookMillis()).isLessThan(HANGING_MILLIS);
      }
    } finally {
      server.resume();
    }
  }

  /** Threads that send calls continuously, and check their outcomes. */
  private static final class Load implements AutoCloseable {
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    final AtomicLong longestMillis = new AtomicLong();
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong away = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Load(RedisClient redis, int count) {
      for (int i = 0; i < count; i++) {
        String name = "t" + i + "-";
        Thread thread = new Thread(() -> run(redis, name));
        threads.add(thread);
        thread.start();
      }
    }

    private void run(RedisClient redis, String name) {
      for (long i = 0; !isOver.get(); i++) {
        RecordingCall asked = RecordingCall.echo(name + i).askedOf(redis);
        longestMillis.accumulateAndGet(asked.tookMillis(), Math::max);
        if (asked.outcome().equals("[" + name + i + "]")) {
          answers.incrementAndGet();
        } else if (asked.outcome().equals("AWAY")) {
          away.incrementAndGet();
          LockSupport.parkNanos(100_000);
        } else if (!asked.outcome().equals("TOO_LATE")) {
          wrong.add(name + i + " became " + asked.outcome());
        }
        if (asked.times() != 1) {
          wrong.add(name + i + " was told " + asked.times() + " times");
        }
      }
    }

    void awaitAnswers(long more) {
      long enough = answers.get() + more;
      Links.await(more + " answers", () -> answers.get() >= enough);
    }

    void awaitAway(long more) {
      long enough = away.get() + more;
      Links.await(more + " told at once", () -> away.get() >= enough);
    }

    void awaitAwayForMillis(long millis) {
      long endNanos = System.nanoTime() + millis * 1_000_000;
      Links.await("time to pass", () -> System.nanoTime() - endNanos >= 0);
    }

    @Override
    public void close() {
      isOver.set(true);
      for (Thread thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
