package dev.penstock.testredis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisProcessTest {
  @Test
  void listsEveryKeyWithItsTimeToLive() {
    try (RedisProcess redis = RedisProcess.start()) {
      for (int i = 0; i <= 20; i++) {
        redis.command("SET", "k" + i, "v");
      }
      redis.command("SET", "short", "v", "PX", "50000");
      Map<String, Long> ttls = redis.ttlsMillis();

      assertThat(ttls).hasSize(22).containsEntry("k7", -1L);
      assertThat(ttls.get("short")).isBetween(1L, 50_000L);
      assertThat(redis.ttlsMillis("k1*")).hasSize(11);
    }
  }

  @Test
  void rejectsConnectionsAfterItIsKilled() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.kill();

      assertThat(redis.isAlive()).isFalse();
      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(JedisConnectionException.class);
    }
  }

  @Test
  void isEmptyOnTheSamePortAfterARestart() {
    try (RedisProcess redis = RedisProcess.start()) {
      int port = redis.port();
      redis.command("SET", "k", "v");
      redis.restart();

      assertThat(redis.port()).isEqualTo(port);
      assertThat(redis.command("GET", "k")).isNull();
      redis.kill();
      redis.restart();
      assertThat(redis.command("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void repliesOnlyAfterItIsResumed() throws IOException {
    try (RedisProcess redis = RedisProcess.start();
        var socket = new Socket(InetAddress.getLoopbackAddress(), redis.port())) {
      redis.pause();
      socket.setSoTimeout(300);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));

      assertThat(redis.isAlive()).isTrue();
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      redis.resume();
      socket.setSoTimeout(30_000);
      assertThat(socket.getInputStream().read()).isEqualTo('+');
    }
  }

  @Test
  void canBeKilledWhileItIsPaused() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.pause();
      redis.kill();

      assertThat(redis.isAlive()).isFalse();
      assertThatThrownBy(redis::resume).hasMessageContaining("is not alive");
    }
  }

  @Test
  void flushesItsScripts() {
    try (RedisProcess redis = RedisProcess.start()) {
      Object sha = redis.endpoint().reply("SCRIPT", "LOAD", "return 7");
      assertThat(redis.command("EVALSHA", (String) sha, "0")).isEqualTo(7L);
      redis.flushScripts();

      assertThatThrownBy(() -> redis.command("EVALSHA", (String) sha, "0"))
          .hasMessageContaining("NOSCRIPT");
    }
  }

  @Test
  void requiresThePassword() {
    RedisOptions options = RedisOptions.none().withPassword("a \"b\\c");
    try (RedisProcess redis = RedisProcess.start(options)) {
      assertThat(redis.command("PING")).isEqualTo("PONG");
      Endpoint stranger = RedisOptions.none().endpoint(redis.host(), redis.port());
      assertThatThrownBy(() -> stranger.command("PING"))
          .isInstanceOf(JedisDataException.class)
          .hasMessageContaining("NOAUTH");
    }
  }

  @Test
  void acceptsOnlyTheConfiguredUser() {
    try (RedisProcess redis = RedisProcess.start(RedisOptions.none().withUser("alice", "secret"))) {
      assertThat(redis.command("ACL", "WHOAMI")).isEqualTo("alice");
      assertThat(redis.uri()).isEqualTo("redis://alice:secret@127.0.0.1:" + redis.port());
      Endpoint stranger =
          RedisOptions.none().withPassword("secret").endpoint(redis.host(), redis.port());
      assertThatThrownBy(() -> stranger.command("PING")).hasMessageContaining("WRONGPASS");
    }
  }

  @Test
  void usesTlsWithACertificateForItsAddress() {
    assumeTrue(RedisProcess.supportsTls(), "redis-server here was built without TLS");
    try (RedisProcess redis = RedisProcess.start(RedisOptions.none().withTls())) {
      assertThat(redis.uri()).isEqualTo("rediss://127.0.0.1:" + redis.port());
      assertThat(redis.command("PING")).isEqualTo("PONG");
      Endpoint plain = RedisOptions.none().endpoint(redis.host(), redis.port());
      assertThatThrownBy(() -> plain.command("PING")).isInstanceOf(JedisConnectionException.class);
      assertThatThrownBy(() -> GivenRedis.at(redis.uri())).hasStackTraceContaining("PKIX");
    }
  }

  @Test
  void usesAnotherPortIfThePortIsTaken() {
    try (RedisProcess otherServer = RedisProcess.start()) {
      int free = FreePorts.next();
      Iterator<Integer> ports = List.of(otherServer.port(), otherServer.port(), free).iterator();
      try (RedisProcess redis =
          RedisProcess.start(
              RedisSource.anyBinary(),
              RedisOptions.none(),
              RedisProcess.Role.SERVER,
              List.of(),
              ports::next)) {
        assertThat(redis.port()).isEqualTo(free);
        assertThat(redis.command("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void showsTheServersOutputIfItDoesNotStart() {
    List<String> nonsense = List.of("no-such-setting 7");

    assertThatThrownBy(
            () ->
                RedisProcess.start(
                    RedisSource.anyBinary(),
                    RedisOptions.none(),
                    RedisProcess.Role.SERVER,
                    nonsense))
        .hasMessageContaining("ended at once")
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void leavesNoFolderBehind() {
    RedisProcess redis = RedisProcess.start();
    assertThat(redis.folder()).isDirectory();
    redis.close();

    assertThat(redis.folder()).doesNotExist();
    assertThat(redis.isAlive()).isFalse();
  }
}
