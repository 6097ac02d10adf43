package dev.penstock.store.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.client.LuaScript;
import dev.penstock.store.redis.client.RecordingCall;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.RedisFixture;
import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisServer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Calls to a server that runs and replies. */
class RedisConnectionsTest {
  private static final RedisServer SERVER = RedisProcess.start();

  private final RedisFixture fixture = new RedisFixture();
  private final RedisClient redis = fixture.open(SERVER, RedisFixture.PATIENT_MICROS);

  @BeforeAll
  static void warmUp() {
    // Loads classes and compiles code once, so that no test waits for it.
    RedisFixture fixture = new RedisFixture();
    try (RedisClient redis = fixture.open(SERVER, RedisFixture.PATIENT_MICROS)) {
      RecordingCall.echo("warm").sentTo(redis);
    }
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  @AfterEach
  void closingLeavesNoThread() {
    redis.close();
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Test
  void aCallIsCompleteBeforeSendAndWaitReturns() {
    RecordingCall call = RecordingCall.echo("hello").sentTo(redis);
    assertThat(call.outcome()).isEqualTo("[hello]");
    assertThat(call.completions()).isEqualTo(1);
  }

  @Test
  void awaitCompletionsWaitsForCallsWithoutAWaitingThread() {
    for (int i = 0; i < 50; i++) {
      RedisFixture own = new RedisFixture();
      RecordingCall call = RecordingCall.echo("last call " + i);
      try (RedisClient leaving = own.open(SERVER, RedisFixture.PATIENT_MICROS)) {
        leaving.send(call);
        leaving.awaitCompletions();
      }
      assertThat(call.outcome()).isEqualTo("[last call " + i + "]");
    }
  }

  /** A thread can be paused between the reply and the completion of the call. */
  @Test
  void awaitCompletionsWaitsForACallThatIsBeingCompleted() throws InterruptedException {
    var isCompleting = new CountDownLatch(1);
    var mayContinue = new CountDownLatch(1);
    RecordingCall call = RecordingCall.echo("a");
    call.whenComplete(
        () -> {
          isCompleting.countDown();
          awaitQuietly(mayContinue);
        });
    redis.send(call);
    assertThat(isCompleting.await(30, TimeUnit.SECONDS)).isTrue();
    Thread waiting = new Thread(redis::awaitCompletions, "waiting");
    waiting.start();
    waiting.join(50);
    boolean stillWaits = waiting.isAlive();
    mayContinue.countDown();
    waiting.join(30_000);
    assertThat(stillWaits).isTrue();
    assertThat(waiting.isAlive()).isFalse();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aCallWithoutAWaitingThreadCompletesLater() throws InterruptedException {
    RecordingCall call = RecordingCall.echo("hello");
    redis.send(call);
    assertThat(call.awaitOutcome()).isEqualTo("[hello]");
  }

  @Test
  void integersAndTextArriveAsTheScriptReturnsThem() {
    RecordingCall call =
        new RecordingCall(new LuaScript("return {1, 'two', -3}"), "key").sentTo(redis);
    assertThat(call.outcome()).isEqualTo("[1, two, -3]");
  }

  @Test
  void aReplyThatIsNotAnArrayIsUnreadable() {
    for (String script : List.of("return 7", "return nil", "return 'text'")) {
      RedisFixture.awaitReply(redis);
      assertThat(new RecordingCall(new LuaScript(script), "key").sentTo(redis).outcome())
          .isEqualTo("UNREADABLE");
    }
    assertThat(redis.health().errors()).isEqualTo(3);
    assertThat(redis.health().opened()).isEqualTo(3);
  }

  @Test
  void keysAndArgumentsArriveUnchanged() {
    LuaScript script = new LuaScript("redis.call('SET', KEYS[1], ARGV[1]) return {KEYS[1], #ARGV}");
    assertThat(new RecordingCall(script, "a key\r\n", "é", "").sentTo(redis).outcome())
        .isEqualTo("[a key\r\n, 2]");
    assertThat(SERVER.command("GET", "a key\r\n")).isEqualTo("é");
  }

  @Test
  void anErrorReplyIsReportedAndLoggedOnceWithoutArguments() {
    LuaScript wrongType =
        new LuaScript("redis.call('SET', KEYS[1], '1') return redis.call('LPOP', KEYS[1])");
    for (int i = 0; i < 3; i++) {
      assertThat(new RecordingCall(wrongType, "typed", "secret").sentTo(redis).outcome())
          .isEqualTo("ERROR");
    }
    assertThat(redis.health().errors()).isEqualTo(3);
    assertThat(redis.health().answering()).isTrue();
    assertThat(fixture.lines()).hasSize(1);
    assertThat(fixture.lines().get(0))
        .startsWith(
            "penstock: warning: Redis 127.0.0.1:" + SERVER.port() + " rejected a script (WRONGTYPE")
        .doesNotContain("secret");
  }

  @Test
  void aListenerThatThrowsDoesNotAffectOtherCalls() {
    RecordingCall call = RecordingCall.echo("a");
    call.whenComplete(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    redis.send(call);
    assertThat(RecordingCall.echo("next").sentTo(redis).outcome()).isEqualTo("[next]");
    RedisFixture.await("the error is logged", () -> !fixture.lines().isEmpty());
    assertThat(fixture.lines().get(0))
        .isEqualTo(
            "penstock: warning: internal error: a reply of Redis could not be processed"
                + " (1 so far)");
  }

  @Test
  void anInterruptedThreadGetsItsReplyAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    RecordingCall call = RecordingCall.echo("calm").sentTo(redis);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(call.outcome()).isEqualTo("[calm]");
  }

  @Test
  void connectionsHaveAClientName() {
    RecordingCall.echo("hello").sentTo(redis);
    assertThat(Objects.requireNonNull(SERVER.command("CLIENT", "LIST")).toString())
        .contains("name=penstock-" + ProcessHandle.current().pid() + " ");
  }

  @Test
  void latenciesOfRepliesAreCounted() {
    for (int i = 0; i < 20; i++) {
      RecordingCall.echo("hello").sentTo(redis);
    }
    RedisClient.Latency latency = redis.latency();
    assertThat(latency.counts()).hasSize(latency.boundsMicros().size() + 1);
    assertThat(latency.counts().stream().mapToLong(Long::longValue).sum()).isEqualTo(20);
    assertThat(latency.sumMicros()).isPositive();
  }

  @Test
  void afterClosingNoThreadRunsAndCallsFail() throws InterruptedException {
    RecordingCall.echo("hello").sentTo(redis);
    RecordingCall late = RecordingCall.echo("hello");
    redis.send(late);
    late.awaitOutcome();
    assertThat(fixture.threads()).isNotEmpty();
    redis.close();
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
    assertThat(RecordingCall.echo("late").sentTo(redis).outcome()).isEqualTo("AWAY");
    RecordingCall later = RecordingCall.echo("later");
    redis.send(later);
    assertThat(later.awaitOutcome()).isEqualTo("AWAY");
    assertThat(fixture.threads()).isEmpty();
  }

  @Test
  void openingAClientStartsNoThread() {
    assertThat(fixture.threads()).isEmpty();
    assertThat(redis.takesAnyKeys()).isTrue();
    assertThat(redis.health()).isEqualTo(new RedisClient.Health(true, 0, 0, 0, 0, 0, 0, 0));
  }
}
