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

/** Calls to a server that dies, is paused, replies late or starts later. */
class OutageTest {
  /** A realistic timeout; long enough that a busy machine usually replies in time. */
  private static final long TIMEOUT_MICROS = 100_000;

  /** Detects a hang: many timeouts, and far below the timeout of a socket. */
  private static final long HANGING_MILLIS = 5_000;

  private final RedisFixture fixture = new RedisFixture();
  private final RedisProcess server = RedisProcess.start();
  private final RedisClient redis = fixture.open(server, TIMEOUT_MICROS);

  @AfterEach
  void close() {
    redis.close();
    server.close();
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  @Test
  void theBreakerStaysOpenUntilAKilledServerIsBack() {
    RedisFixture.awaitReply(redis);
    try (ContinuousCalls load = new ContinuousCalls(redis, 16)) {
      load.awaitReplies(100);
      server.kill();
      RedisFixture.await("the breaker is open", () -> !redis.health().answering());
      assertThat(RecordingCall.echo("x").sentTo(redis).outcome()).isEqualTo("AWAY");
      long sent = redis.health().asked();
      load.awaitAway(1_000);
      assertThat(redis.health().asked()).isEqualTo(sent);
      server.restart();
      RedisFixture.awaitReply(redis);
      load.awaitReplies(100);
      assertThat(load.wrong).isEmpty();
      assertThat(load.longestMillis.get()).isLessThan(HANGING_MILLIS);
    }
    assertThat(redis.health().opened()).isGreaterThanOrEqualTo(1);
    assertThat(redis.health().closed()).isEqualTo(redis.health().opened());
  }

  @Test
  void theBreakerOpensForAPausedServerAndRepliesStayInOrder() {
    RedisFixture.awaitReply(redis);
    try (ContinuousCalls load = new ContinuousCalls(redis, 16)) {
      for (int round = 0; round < 3; round++) {
        load.awaitReplies(100);
        server.pause();
        RedisFixture.await("the breaker is open", () -> !redis.health().answering());
        load.awaitAway(500);
        // The connection may survive or be closed. In both cases replies have to match requests.
        load.awaitAwayForMillis(round * 700L);
        server.resume();
        RedisFixture.awaitReply(redis);
      }
      load.awaitReplies(500);
      assertThat(load.wrong).isEmpty();
      assertThat(load.longestMillis.get()).isLessThan(HANGING_MILLIS);
    }
  }

  @Test
  void aLateReplyOpensTheBreakerButAReplyInTimeDoesNot() {
    RedisFixture.awaitReply(redis);
    LuaScript busy =
        new LuaScript(
            """
            local function micros() local t = redis.call('TIME') return t[1] * 1000000 + t[2] end
            local stop = micros() + tonumber(ARGV[1])
            while micros() < stop do end
            return {ARGV[2]}
            """);
    assertThat(new RecordingCall(busy, "key", "0", "quick").sentTo(redis).outcome())
        .isEqualTo("[quick]");
    RecordingCall late = new RecordingCall(busy, "key", "800000", "slow").sentTo(redis);
    assertThat(late.outcome()).isEqualTo("TOO_LATE");
    assertThat(redis.health().late()).isEqualTo(1);
    // A thread that woke up late does not open the breaker; the next one does.
    RedisFixture.await(
        "the breaker is open",
        () -> {
          RecordingCall.echo("x").sentTo(redis);
          return redis.health().opened() == 1;
        });
    RedisFixture.awaitReply(redis);
    assertThat(late.completions()).isEqualTo(1);
    String name = "Redis 127.0.0.1:" + server.port();
    assertThat(fixture.lines())
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
    RecordingCall call = sentWhilePaused();
    assertThat(call.awaitOutcome()).isEqualTo("TOO_LATE");
    assertThat(call.tookMillis()).isBetween(TIMEOUT_MICROS / 1_000, HANGING_MILLIS);
    RedisFixture.await("the breaker is open", () -> !redis.health().answering());
    RecordingCall next = RecordingCall.echo("y");
    redis.send(next);
    assertThat(next.outcome()).isEqualTo("AWAY");
    server.resume();
    RedisFixture.awaitReply(redis);
    assertThat(call.completions()).isEqualTo(1);
    assertThat(call.outcome()).isEqualTo("TOO_LATE");
  }

  /**
   * Sends a call to a paused server, which does not reply. If a slow machine has opened the breaker
   * before, the call is not sent, and this method tries again.
   */
  private RecordingCall sentWhilePaused() throws InterruptedException {
    RecordingCall call = RecordingCall.echo("x");
    for (int attempt = 0; attempt < 20; attempt++) {
      RedisFixture.awaitReply(redis);
      server.pause();
      call = RecordingCall.echo("x");
      redis.send(call);
      if (!call.awaitOutcome().equals("AWAY")) {
        break;
      }
      server.resume();
    }
    return call;
  }

  @Test
  void aServerIsRetriedSoonAfterACallFailed() {
    RedisFixture.awaitReply(redis);
    server.restart();
    long startNanos = System.nanoTime();
    RedisFixture.awaitReply(redis);
    // The first pause is at most 150 ms. It would be ten seconds if no thread woke the thread that
    // retries.
    assertThat((System.nanoTime() - startNanos) / 1_000_000).isLessThan(HANGING_MILLIS);
  }

  @Test
  void aServerThatStartsLaterIsFound() {
    server.kill();
    assertThat(RecordingCall.echo("x").sentTo(redis).outcome()).isEqualTo("AWAY");
    RedisFixture.await("the breaker is open and logged", () -> !fixture.lines().isEmpty());
    assertThat(redis.health().answering()).isFalse();
    assertThat(fixture.lines()).hasSize(1);
    assertThat(fixture.lines().get(0)).contains("is unavailable").contains("refused)");
    server.restart();
    RedisFixture.awaitReply(redis);
  }

  @Test
  void aWrongPasswordIsReportedWithoutThePassword() {
    try (RedisProcess locked = RedisProcess.start(RedisOptions.none().withPassword("right"));
        RedisClient wrongPassword =
            RedisConnections.open(
                RedisFixture.address(locked.port(), null, "wr0ng"),
                RedisFixture.PATIENT_MICROS,
                fixture.log);
        RedisClient noPassword =
            RedisConnections.open(
                RedisFixture.address(locked.port()), RedisFixture.PATIENT_MICROS, fixture.log);
        RedisClient authenticated =
            RedisConnections.open(
                RedisFixture.address(locked.port(), null, "right"),
                RedisFixture.PATIENT_MICROS,
                fixture.log)) {
      assertThat(RecordingCall.echo("x").sentTo(wrongPassword).outcome()).isEqualTo("AWAY");
      assertThat(RecordingCall.echo("x").sentTo(noPassword).outcome()).isEqualTo("AWAY");
      assertThat(RecordingCall.echo("x").sentTo(authenticated).outcome()).isEqualTo("[x]");
      assertThat(fixture.lines()).hasSize(2);
      assertThat(fixture.lines().get(0)).contains("WRONGPASS").doesNotContain("wr0ng");
      assertThat(fixture.lines().get(1)).contains("NOAUTH");
    }
  }

  @Test
  void anAclUserCanConnect() {
    try (RedisProcess locked = RedisProcess.start(RedisOptions.none().withUser("pen", "stock"));
        RedisClient authenticated =
            RedisConnections.open(
                RedisFixture.address(locked.port(), "pen", "stock"),
                RedisFixture.PATIENT_MICROS,
                fixture.log)) {
      assertThat(RecordingCall.echo("x").sentTo(authenticated).outcome()).isEqualTo("[x]");
    }
  }

  @Test
  void closingCompletesCallsInFlight() throws InterruptedException {
    RedisFixture.awaitReply(redis);
    RedisClient patient = fixture.open(server, 60_000_000);
    try {
      RedisFixture.awaitReply(patient);
      server.pause();
      List<RecordingCall> all = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        RecordingCall call = RecordingCall.echo("x");
        all.add(call);
        patient.send(call);
      }
      patient.close();
      for (RecordingCall call : all) {
        assertThat(call.awaitOutcome()).isIn("AWAY", "TOO_LATE");
        assertThat(call.tookMillis()).isLessThan(HANGING_MILLIS);
      }
    } finally {
      server.resume();
    }
  }

  /** Threads that send calls continuously, and check their outcomes. */
  private static final class ContinuousCalls implements AutoCloseable {
    final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    final AtomicLong longestMillis = new AtomicLong();
    private final AtomicLong replies = new AtomicLong();
    private final AtomicLong away = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    ContinuousCalls(RedisClient redis, int count) {
      for (int i = 0; i < count; i++) {
        String name = "t" + i + "-";
        Thread thread = new Thread(() -> run(redis, name));
        threads.add(thread);
        thread.start();
      }
    }

    private void run(RedisClient redis, String name) {
      for (long i = 0; !isOver.get(); i++) {
        RecordingCall call = RecordingCall.echo(name + i).sentTo(redis);
        longestMillis.accumulateAndGet(call.tookMillis(), Math::max);
        if (call.outcome().equals("[" + name + i + "]")) {
          replies.incrementAndGet();
        } else if (call.outcome().equals("AWAY")) {
          away.incrementAndGet();
          LockSupport.parkNanos(100_000);
        } else if (!call.outcome().equals("TOO_LATE")) {
          wrong.add(name + i + " got " + call.outcome());
        }
        if (call.completions() != 1) {
          wrong.add(name + i + " was completed " + call.completions() + " times");
        }
      }
    }

    void awaitReplies(long more) {
      long enough = replies.get() + more;
      RedisFixture.await(more + " replies", () -> replies.get() >= enough);
    }

    void awaitAway(long more) {
      long enough = away.get() + more;
      RedisFixture.await(more + " calls rejected at once", () -> away.get() >= enough);
    }

    void awaitAwayForMillis(long millis) {
      long endNanos = System.nanoTime() + millis * 1_000_000;
      RedisFixture.await("a pause", () -> System.nanoTime() - endNanos >= 0);
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
