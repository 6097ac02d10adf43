package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testredis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How fast the calls of two JVMs go out together, as the server at the other end sees it. */
class SharedPaceIT {
  private static final int JVMS = 2;
  private static final int RATE = 20;
  private static final int CALLS = 100;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private RedisServer redis;
  private StrictServer server;

  @BeforeEach
  void start() {
    redis = RedisServer.start();
    server = StrictServer.withTls(folder);
  }

  @AfterEach
  void stop() {
    server.close();
    redis.close();
  }

  @Test
  void evenlySpacedCallsKeepTheRateTogether() {
    server.limit(new ServerBucket(RATE, RATE, SECOND), Dialect.NONE);
    assertThat(rateOf("rate: 20/s, wait: 60s", "exact")).isBetween(0.9 * RATE, 1.02 * RATE);
  }

  /** What leaves in time may arrive late, so that two windows of calls can come close together. */
  @ParameterizedTest
  @ValueSource(strings = {"exact", "leased"})
  void callsByTheWindowKeepTheRateTogether(String accuracy) {
    server.limit(new ServerBucket(2 * RATE, RATE, SECOND), Dialect.NONE);
    String window = "rate: 20/s, algorithm: fixed-window, wait: 60s";
    assertThat(rateOf(window, accuracy)).isGreaterThan(0.9 * RATE);
  }

  /** Calls a second that arrive, when both call as fast as they may and none must be refused. */
  private double rateOf(String pacing, String accuracy) {
    SharedRedis shared = SharedRedis.on(redis);
    String rules =
        "version: 1\noutbound:\n  api: { match: '*://127.0.0.1:*/api/**', " + pacing + " }\n";
    List<ClientApp> apps =
        IntStream.range(0, JVMS)
            .mapToObj(n -> start(rules + shared.store(accuracy, JVMS)))
            .toList();
    try {
      String crowd = "load jdk 16 " + CALLS + " " + server.http("/api/items");
      List<CompletableFuture<String>> answers =
          apps.stream()
              .map(app -> CompletableFuture.supplyAsync(() -> app.ask(crowd, PATIENCE)))
              .toList();
      assertThat(answers)
          .allSatisfy(each -> assertThat(each.join()).isEqualTo("200=100 429=0 other=0 refused=0"));
      apps.forEach(app -> app.app().stop());
      assertThat(apps).allSatisfy(app -> assertThat(app.app().agentSaid()).hasSize(1));
    } finally {
      apps.forEach(ClientApp::close);
      shared.clear();
    }
    List<Long> arrivals = server.settled().arrivals("/api/items");
    assertThat(arrivals).hasSize(JVMS * CALLS);
    double seconds = (arrivals.get(arrivals.size() - 1) - arrivals.get(0)) / 1e9;
    return (arrivals.size() - 1) / seconds;
  }

  private ClientApp start(String rules) {
    var stage = new Stage(ClientsApp.CLIENTS, Instances.stage().jdk());
    return ClientAnswers.start(Launch.on(stage).rules(rules), server);
  }
}
