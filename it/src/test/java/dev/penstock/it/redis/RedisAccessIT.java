package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.AgentStatus;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.testredis.RedisOptions;
import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.TlsFiles;
import org.junit.jupiter.api.Test;

/** Redis servers that require TLS, a user or a password. */
class RedisAccessIT {
  private static final TestTarget TARGET = TestTarget.onEachJdk().findFirst().orElseThrow();
  private static final String PASSWORD = "p4ssw0rd-of-ann";

  private static Launch launch(String uri) {
    return Launch.on(TARGET)
        .rules(
            """
            version: 1
            store: { redis: "%s", timeout: 5s, instances: 2 }
            inbound:
              api: { match: /api/**, rate: 2/week, algorithm: fixed-window }
            """
                .formatted(uri));
  }

  @Test
  void connectsWithTlsUserAndDatabase() {
    assumeTrue(RedisProcess.supportsTls(), "no redis-server with TLS");
    RedisOptions options = RedisOptions.none().withUser("ann", PASSWORD).withTls();
    try (RedisProcess redis = RedisProcess.start(options);
        var app =
            launch(redis.uri() + "/3")
                .jvm("-Djavax.net.ssl.trustStore=" + TlsFiles.shared().trustStore())
                .jvm("-Djavax.net.ssl.trustStorePassword=" + TlsFiles.PASSWORD)
                .start()) {
      assertThat(app.http().statuses(3, "/api/x")).containsExactly(200, 200, 429);
      assertThat(String.valueOf(redis.command("INFO", "keyspace")))
          .contains("db3:keys=1,expires=1");
      assertThat(AgentStatus.of(TARGET, app))
          .contains("decided by Redis 3, by local share 0")
          .doesNotContain(PASSWORD);
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  @Test
  void rejectsAnUntrustedCertificate() {
    assumeTrue(RedisProcess.supportsTls(), "no redis-server with TLS");
    try (RedisProcess redis = RedisProcess.start(RedisOptions.none().withTls());
        var app = launch(redis.uri()).start()) {
      assertThat(app.http().statuses(3, "/api/x")).containsExactly(200, 429, 429);
      assertThat(app.awaitStderr("Redis 127.0.0.1:" + redis.port(), "is unavailable"))
          .contains("certif");
    }
  }

  @Test
  void reportsAWrongPasswordWithoutRevealingIt() {
    RedisOptions options = RedisOptions.none().withUser("ann", "another password");
    try (RedisProcess redis = RedisProcess.start(options);
        var app = launch("redis://ann:" + PASSWORD + "@127.0.0.1:" + redis.port()).start()) {
      assertThat(app.http().statuses(3, "/api/x")).containsExactly(200, 429, 429);
      assertThat(app.awaitStderr("is unavailable")).contains("WRONGPASS");
      assertThat(AgentStatus.of(TARGET, app)).contains("UNAVAILABLE").doesNotContain(PASSWORD);
      app.stop();
      assertThat(app.output()).doesNotContain(PASSWORD);
    }
  }
}
