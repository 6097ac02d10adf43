package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.testredis.RedisProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A request that waits for Redis does not block the event loop for others. */
@ParameterizedClass
@MethodSource("trials")
record PausedRedisIT(Trial trial) {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: header.X-User, on-missing-key: skip, rate: 2/week }
        slots: { match: /slow, key: header.X-User, on-missing-key: skip, concurrency: 1 }
      """;

  /** An application with one event loop, and a Redis that the test can pause. */
  record Trial(String name, RedisProcess redis, RunningApp app) implements AutoCloseable {
    static Trial of(TestTarget target, String accuracy) {
      RedisProcess redis = RedisProcess.start();
      // The longest permitted timeout, because no decision may be made without Redis.
      String store = RedisNamespace.on(redis).store(accuracy, 1).replace("5s", "10s");
      Launch launch = Launch.on(target).jvm("-Dreactor.netty.ioWorkerCount=1").rules(RULES + store);
      return new Trial(target + ", " + accuracy, redis, launch.start());
    }

    @Override
    public void close() {
      app.close();
      redis.close();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Trial> trials() {
    Jdk jdk = AppCluster.target().jdk();
    return Stream.of(
        Trial.of(new TestTarget(ServerTestApp.WEBFLUX_BOOT_3, jdk), "exact"),
        Trial.of(new TestTarget(ServerTestApp.VERTX_4, jdk), "leased"));
  }

  @AfterEach
  void resumeRedis() {
    trial.redis().resume();
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(Trial trial) {
    trial.app().stop();
    trial.app().expectNoUnexpectedOutput();
  }

  @Test
  void admitsTheLimitOfConcurrentRequests() {
    List<Integer> statuses =
        Http.concurrently(40, 20, () -> http().status("/hello", "X-User", "dan"));
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(2);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(38);
  }

  @Test
  void otherRequestsAreServedWhileOneWaitsForRedis() {
    assertThat(http().status("/hello", "X-User", "ann")).isEqualTo(200);
    trial.redis().pause();
    var first = http().getAsync("/hello", "X-User", "bob");
    var second = http().getAsync("/slow?ms=1", "X-User", "bob");
    for (int n = 0; n < 20; n++) {
      assertThat(http().status("/bytes")).isEqualTo(200);
    }
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
    trial.redis().resume();
    assertThat(first.join().statusCode()).isEqualTo(200);
    assertThat(second.join().statusCode()).isEqualTo(200);
    assertThat(http().statuses(2, "/hello", "X-User", "bob")).containsExactly(200, 429);
  }

  @Test
  void aClientThatDisconnectsWhileWaitingReleasesItsSlot() throws IOException {
    assertThat(http().status("/slow?ms=1", "X-User", "ann")).isEqualTo(200);
    trial.redis().pause();
    String[] request = {"GET /slow?ms=60000 HTTP/1.1", "Host: localhost", "X-User: cleo"};
    for (int n = 0; n < 3; n++) {
      http().openRaw(request).close();
    }
    for (int n = 0; n < 20; n++) {
      assertThat(http().status("/bytes")).isEqualTo(200);
    }
    trial.redis().resume();
    assertThat(Await.within(TIMEOUT, () -> http().status("/slow?ms=1", "X-User", "cleo") == 200))
        .isTrue();
  }

  private Http http() {
    return trial.app().http();
  }
}
