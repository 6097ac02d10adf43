package dev.penstock.testredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RedisSourceTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream stdout = System.out;

  @BeforeEach
  void captureOutput() {
    System.setOut(new PrintStream(printed, /* autoFlush= */ true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restoreOutput() {
    System.setOut(stdout);
    System.clearProperty("PENSTOCK_TEST_REDIS");
    System.clearProperty("PENSTOCK_TEST_REDIS_SOURCE");
  }

  @ParameterizedTest
  @EnumSource
  void usesTheConfiguredSource(RedisSource source) {
    assumeAvailable(source);
    System.setProperty("PENSTOCK_TEST_REDIS_SOURCE", source.name().toLowerCase(Locale.ROOT));
    try (RedisServer server = RedisServer.start()) {
      stdout.println("tested " + source + ": " + server);
      String key = "penstock-test:" + System.nanoTime();
      assertThat(server.command("SET", key, "here", "PX", "60000")).isEqualTo("OK");
      assertThat(server.command("GET", key)).isEqualTo("here");
      assertThat(server.ttlsMillis(key).get(key)).isBetween(1L, 60_000L);
      assertThat(server.command("DEL", key)).isEqualTo(1L);
      assertThat(server.isOurs()).isEqualTo(source != RedisSource.GIVEN);
    }
  }

  @Test
  void prefersTheGivenServerAndLeavesItUnchanged() {
    try (RedisProcess otherServer = RedisProcess.start()) {
      otherServer.command("SET", "theirs", "1");
      System.setProperty("PENSTOCK_TEST_REDIS", otherServer.uri());
      System.setProperty("PENSTOCK_TEST_REDIS_SOURCE", "");
      RedisServer given = RedisServer.start();

      assertThat(given.uri()).isEqualTo(otherServer.uri());
      assertThat(given.canBeKilled()).isFalse();
      assertThatThrownBy(given::flushScripts).hasMessageContaining("not ours");
      given.close();
      assertThat(otherServer.command("GET", "theirs")).isEqualTo("1");
      assertThat(printed.toString(StandardCharsets.UTF_8))
          .contains("test Redis: the one at 127.0.0.1:" + otherServer.port());
    }
  }

  @Test
  void connectsToAGivenServerByItsUri() {
    RedisOptions options = RedisOptions.none().withUser("alice", "p@ss: %41");
    try (RedisProcess otherServer = RedisProcess.start(options)) {
      assertThat(GivenRedis.at(otherServer.uri() + "/3").command("ACL", "WHOAMI"))
          .isEqualTo("alice");
    }
  }

  @Test
  void aGivenServerIsNotUsedForOptions() {
    try (RedisProcess otherServer = RedisProcess.start()) {
      System.setProperty("PENSTOCK_TEST_REDIS", otherServer.uri());
      System.setProperty("PENSTOCK_TEST_REDIS_SOURCE", "");
      try (RedisServer ours = RedisServer.start(RedisOptions.none().withPassword("secret"))) {
        assertThat(ours.port()).isNotEqualTo(otherServer.port());
      }
    }
  }

  @Test
  void reportsTheSourceOnlyOnce() {
    RedisProcess.start().close();
    printed.reset();
    RedisProcess.start().close();

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void reportsTheVersionAndTheSource() {
    RedisBinary binary = RedisSource.anyBinary();

    assertThat(binary.toString())
        .matches("redis-server \\d+\\.\\d+\\.\\d+ (on the PATH|of embedded-redis)");
  }

  @Test
  void explainsWhatToDoWithoutARedis() {
    System.setProperty("PENSTOCK_TEST_REDIS_SOURCE", "given");

    assertThatThrownBy(RedisProcess::start)
        .hasMessage(
            "no redis-server to run; tried [GIVEN]: install redis-server, start Docker, or name a"
                + " running Redis in PENSTOCK_TEST_REDIS");
  }

  private void assumeAvailable(RedisSource source) {
    boolean isHere =
        switch (source) {
          case GIVEN -> RedisSetting.PENSTOCK_TEST_REDIS.value().isPresent();
          case DOCKER -> ContainerRedis.isPossible();
          case PATH, EMBEDDED -> source.binary().isPresent();
        };
    if (!isHere) {
      stdout.println("NOT TESTED: there is no Redis here from the source " + source);
    }
    assumeTrue(isHere, "there is no Redis here from the source " + source);
  }
}
