package dev.penstock.store.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisFixture;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisException;

/** Connections to cluster nodes and Sentinels that send unreadable replies. */
class TopologyRepliesTest {
  private static final String HOST = "$9\r\n127.0.0.1\r\n";

  private static List<String> malformed() {
    return List.copyOf(MalformedReplies.all().keySet());
  }

  private static RedisAddress.Node node(FakeRedis server) {
    return new RedisAddress.Node("127.0.0.1", server.port());
  }

  private static FakeRedis serverThatReplies(String command, String reply) throws IOException {
    return new FakeRedis(received -> received.get(0).equals(command) ? reply : null);
  }

  private static RedisAddress.Node[] masters(FakeRedis... servers) {
    List<RedisAddress.Node> nodes = List.of(servers).stream().map(s -> node(s)).toList();
    return new ClusterTopologyReader(RedisFixture.address(servers[0].port())).read(nodes);
  }

  private static String range(String first, String last, String port) {
    return "*1\r\n*3\r\n:" + first + "\r\n:" + last + "\r\n*2\r\n" + HOST + ":" + port + "\r\n";
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void aNodeWithAnUnreadableSlotTableIsSkipped(String name) throws IOException {
    String bad = MalformedReplies.of(name);
    try (FakeRedis broken = serverThatReplies("CLUSTER", bad);
        FakeRedis healthy = serverThatReplies("CLUSTER", range("0", "16383", "7000"))) {
      assertThat(masters(broken, healthy)[16_383])
          .isEqualTo(new RedisAddress.Node("127.0.0.1", 7000));
      assertThatThrownBy(() -> masters(broken)).isInstanceOf(JedisException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*1\r\n*0\r\n",
        "*1\r\n*2\r\n:0\r\n:1\r\n",
        "*1\r\n*3\r\n:0\r\n:1\r\n*0\r\n",
        "*1\r\n*3\r\n:0\r\n:1\r\n*1\r\n$1\r\nh\r\n",
        "*1\r\n*3\r\n:-1\r\n:1\r\n*2\r\n$1\r\nh\r\n:1\r\n",
        "*1\r\n*3\r\n:5\r\n:1\r\n*2\r\n$1\r\nh\r\n:1\r\n",
        "*1\r\n*3\r\n:0\r\n:16384\r\n*2\r\n$1\r\nh\r\n:1\r\n",
        "*1\r\n*3\r\n:0\r\n:9223372036854775807\r\n*2\r\n$1\r\nh\r\n:1\r\n",
        "*1\r\n*3\r\n:0\r\n:1\r\n*2\r\n$1\r\nh\r\n:65536\r\n",
        "*1\r\n*3\r\n:0\r\n:1\r\n*2\r\n$1\r\nh\r\n$1\r\n1\r\n",
      })
  void aSlotTableWithAnImpossibleRangeIsRejected(String table) throws IOException {
    try (FakeRedis broken = serverThatReplies("CLUSTER", table)) {
      assertThatThrownBy(() -> masters(broken))
          .hasMessage(node(broken) + " sent an unreadable reply to CLUSTER SLOTS");
    }
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void aSentinelWithAnUnreadableReplyIsSkipped(String name) throws IOException {
    String bad = MalformedReplies.of(name);
    try (FakeRedis broken = serverThatReplies("SENTINEL", bad);
        FakeRedis master = serverThatReplies("ROLE", "*1\r\n$6\r\nmaster\r\n");
        FakeRedis healthy = serverThatReplies("SENTINEL", place("" + master.port()))) {
      connector(broken, healthy).connect().close();
      assertThatThrownBy(() -> connector(broken).connect()).isInstanceOf(JedisException.class);
    }
  }

  private static String place(String port) {
    return "*2\r\n" + HOST + "$" + port.length() + "\r\n" + port + "\r\n";
  }

  private static SentinelConnector connector(FakeRedis... sentinels) {
    return new SentinelConnector(
        new RedisAddress(
            RedisAddress.Topology.SENTINEL,
            List.of(sentinels).stream().map(s -> node(s)).toList(),
            "main",
            /* user= */ null,
            /* password= */ null,
            /* database= */ 0,
            /* tls= */ false),
        "main");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "-1", "port", "", "99999999999"})
  void aSentinelReplyWithoutAValidPortIsRejected(String port) throws IOException {
    try (FakeRedis sentinel = serverThatReplies("SENTINEL", place(port))) {
      assertThatThrownBy(() -> connector(sentinel).connect())
          .isInstanceOf(UnreadableReplyException.class)
          .hasMessage(
              "it sent an unreadable reply: expected host and port from Sentinel "
                  + node(sentinel)
                  + ", received an array of 2: string, string");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+master\r\n", "*0\r\n", "*1\r\n:1\r\n", ":1\r\n", "$-1\r\n", "_\r\n"})
  void aServerWithAnInvalidRoleReplyIsRejected(String role) throws IOException {
    try (FakeRedis master = serverThatReplies("ROLE", role);
        FakeRedis sentinel = serverThatReplies("SENTINEL", place("" + master.port()))) {
      assertThatThrownBy(() -> connector(sentinel).connect())
          .isInstanceOf(UnreadableReplyException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+OK\r\n", ":1\r\n", "*0\r\n", "$-1\r\n", "#t\r\n", "*1\r\n+PONG\r\n"})
  void aServerWithoutAPongReplyIsRejected(String pong) throws IOException {
    try (FakeRedis server = serverThatReplies("PING", pong)) {
      assertThatThrownBy(
              () ->
                  new ServerConnector(node(server), RedisFixture.address(server.port())).connect())
          .isInstanceOf(UnreadableReplyException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {":1\r\n", "*1\r\n:1\r\n", "#t\r\n"})
  void aServerWithUnreadableHandshakeRepliesIsRejected(String reply) throws IOException {
    try (FakeRedis server = serverThatReplies("AUTH", reply)) {
      RedisAddress address = RedisFixture.address(server.port(), /* user= */ null, "password");
      assertThatThrownBy(() -> new ServerConnector(node(server), address).connect())
          .isInstanceOf(JedisException.class);
    }
  }

  @Test
  void aRedirectionWithoutAValidAddressIsAnOrdinaryError() {
    for (String text :
        List.of(
            "MOVED",
            "MOVED x y",
            "MOVED 1 host",
            "MOVED 16384 h:1",
            "MOVED -1 h:1",
            "ASK 1 h:0",
            "ASK 1 h:65536",
            "MOVED 1 h:1 more",
            "ERR unknown")) {
      assertThat(ErrorReplies.of(text).getClass().getSimpleName()).isEqualTo("JedisDataException");
    }
    assertThat(ErrorReplies.of("MOVED 3999 127.0.0.1:6381").getClass().getSimpleName())
        .isEqualTo("JedisMovedDataException");
    assertThat(ErrorReplies.of("ASK 3999 127.0.0.1:6381").getClass().getSimpleName())
        .isEqualTo("JedisAskDataException");
    assertThat(ErrorReplies.of("NOSCRIPT No matching script").getClass().getSimpleName())
        .isEqualTo("JedisNoScriptException");
  }
}
