package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many threads use one connection to a server at once. */
class SharedConnectionTest {
  private static final RedisServer SERVER = RedisProcess.start();

  /** Far less than the timeout of a call, far more than a busy machine needs. */
  private static final long SOON_MILLIS = 2_500;

  private final RedisFixture fixture = new RedisFixture();
  private final RedisClient redis = fixture.open(SERVER, RedisFixture.PATIENT_MICROS);

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
  void eachOfManyThreadsGetsItsOwnReply() throws InterruptedException {
    int threads = 64;
    int each = 300;
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    inParallel(
        threads,
        thread -> {
          for (int i = 0; i < each; i++) {
            String argument = thread + "-" + i;
            RecordingCall call = RecordingCall.echo(argument).sentTo(redis);
            if (!call.outcome().equals("[" + argument + "]") || call.completions() != 1) {
              wrong.add(argument + " got " + call.outcome());
            }
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(redis.health().asked()).isEqualTo((long) threads * each);
  }

  @Test
  void callsWithoutAWaitingThreadAllCompleteAndShareRoundTrips() throws InterruptedException {
    List<RecordingCall> all = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      RecordingCall call = RecordingCall.echo("" + i);
      all.add(call);
      redis.send(call);
    }
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).awaitOutcome()).isEqualTo("[" + i + "]");
    }
    assertThat(redis.health().roundTrips()).isLessThan(all.size() / 2);
  }

  @Test
  void noThreadSleepsWhileItsReplyIsAvailable() throws InterruptedException {
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    for (int threads = 2; threads <= 5; threads++) {
      inParallel(
          threads,
          thread -> {
            Random random = new Random(thread);
            for (int i = 0; i < 3_000; i++) {
              RecordingCall call = RecordingCall.echo("" + i).sentTo(redis);
              if (!call.outcome().equals("[" + i + "]") || call.tookMillis() > SOON_MILLIS) {
                wrong.add(call.outcome() + " after " + call.tookMillis() + " ms");
              }
              if (random.nextInt(4) == 0) {
                redis.send(RecordingCall.echo("not awaited"));
              }
              LockSupport.parkNanos(random.nextInt(4) == 0 ? random.nextInt(100_000) : 0);
            }
          });
    }
    assertThat(wrong).isEmpty();
    assertThat(redis.health().late()).isZero();
  }

  @Test
  void callsOfOneThreadRunInTheOrderInWhichTheyAreSent() {
    for (int i = 0; i < 200; i++) {
      // Scripts that are new to the server.
      LuaScript writing =
          new LuaScript("-- " + i + "\nreturn {redis.call('SET', KEYS[1], ARGV[1])}");
      LuaScript reading = new LuaScript("-- " + i + "\nreturn {redis.call('GET', KEYS[1])}");
      redis.send(new RecordingCall(writing, "ordered", "" + i));
      assertThat(new RecordingCall(reading, "ordered").sentTo(redis).outcome())
          .isEqualTo("[" + i + "]");
    }
  }

  @Test
  void callsSucceedAfterTheServerHasFlushedItsScripts() throws InterruptedException {
    AtomicInteger running = new AtomicInteger(8);
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    Thread flushing =
        new Thread(
            () -> {
              while (running.get() > 0) {
                SERVER.flushScripts();
              }
            });
    flushing.start();
    inParallel(
        8,
        thread -> {
          for (int i = 0; i < 500; i++) {
            String outcome = RecordingCall.echo(thread + "-" + i).sentTo(redis).outcome();
            if (!outcome.equals("[" + thread + "-" + i + "]")) {
              wrong.add(outcome);
            }
          }
          running.decrementAndGet();
        });
    flushing.join();
    assertThat(wrong).isEmpty();
    assertThat(redis.health().asked()).isEqualTo(4_000);
    assertThat(fixture.lines()).isEmpty();
  }

  @Test
  void earlierCallsRunBeforeLaterOnes() throws InterruptedException {
    LuaScript count = new LuaScript("return {redis.call('INCR', KEYS[1])}");
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    inParallel(
        8,
        thread -> {
          for (int i = 0; i < 300; i++) {
            redis.send(new RecordingCall(count, "in order " + thread));
            String next = new RecordingCall(count, "in order " + thread).sentTo(redis).outcome();
            if (!next.equals("[" + (2 * i + 2) + "]")) {
              wrong.add(thread + " after " + i + ": " + next);
            }
          }
        });
    assertThat(wrong).isEmpty();
    assertThat(ownClients()).isEqualTo(1);
  }

  private static long ownClients() {
    return Objects.requireNonNull(SERVER.command("CLIENT", "LIST"))
        .toString()
        .lines()
        .filter(line -> line.contains("name=penstock-" + ProcessHandle.current().pid() + " "))
        .count();
  }

  /** Runs a body in this many threads at once, and waits for them. */
  private static void inParallel(int threads, IntConsumer body) throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(threads);
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> {
                ready.countDown();
                body.accept(number);
              });
      all.add(thread);
      thread.start();
    }
    ready.await();
    for (Thread thread : all) {
      thread.join();
    }
  }
}
