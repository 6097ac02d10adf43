package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.penstock.store.redis.client.RedisAddress.Node;
import dev.penstock.store.redis.client.RedisAddress.Topology;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Redis addresses as users write them. */
class RedisAddressParserTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          redis://localhost                   | SINGLE   | [localhost:6379]      | false | 0
          redis://localhost/                  | SINGLE   | [localhost:6379]      | false | 0
          REDIS://Local_host-1.x:1/0          | SINGLE   | [Local_host-1.x:1]    | false | 0
          rediss://host:6380/2                | SINGLE   | [host:6380]           | true  | 2
          valkey://10.0.0.7:65535/15          | SINGLE   | [10.0.0.7:65535]      | false | 15
          valkeys://host                      | SINGLE   | [host:6379]           | true  | 0
          redis://[::1]                       | SINGLE   | [[::1]:6379]          | false | 0
          redis://[2001:db8::A]:7000/1        | SINGLE   | [[2001:db8::A]:7000]  | false | 1
          redis://[::ffff:10.0.0.7]:7000      | SINGLE   | [[::ffff:10.0.0.7]:7000] | false | 0
          redis://h1,h2:7000                  | CLUSTER  | [h1:6379, h2:7000]    | false | 0
          rediss://h1:1,[::1]:2,h3/0          | CLUSTER  | [h1:1, [::1]:2, h3:6379] | true | 0
          redis-cluster://h1                  | CLUSTER  | [h1:6379]             | false | 0
          valkeys-cluster://h1:7000           | CLUSTER  | [h1:7000]             | true  | 0
          """)
  void readsServersAndClusters(
      String text, Topology topology, String nodes, boolean tls, int database) {
    RedisAddress address = RedisAddress.parse(text);
    assertThat(address.topology()).isEqualTo(topology);
    assertThat(address.nodes()).hasToString(nodes);
    assertThat(address.tls()).isEqualTo(tls);
    assertThat(address.database()).isEqualTo(database);
    assertThat(address.masterName()).isNull();
    assertThat(address.user()).isNull();
    assertThat(address.password()).isNull();
  }

  @Test
  void readsSentinels() {
    assertThat(RedisAddress.parse("redis-sentinel://h1,h2:26380/my-master:1"))
        .isEqualTo(
            new RedisAddress(
                Topology.SENTINEL,
                List.of(new Node("h1", 26379), new Node("h2", 26380)),
                "my-master:1",
                null,
                null,
                0,
                false));
    assertThat(RedisAddress.parse("rediss-sentinel://ann:pw@h1/m/3"))
        .isEqualTo(
            new RedisAddress(
                Topology.SENTINEL, List.of(new Node("h1", 26379)), "m", "ann", "pw", 3, true));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      textBlock =
          """
          :pw                | -      | pw
          ann:pw             | ann    | pw
          ann:p:w            | ann    | p:w
          ann:p@w/x?y#z      | ann    | p@w/x?y#z
          a%3Ann:p%40w       | a:nn   | p@w
          ann:%c3%A4%25      | ann    | \u00e4%
          ann:\u00e4+b       | ann    | \u00e4+b
          """)
  void readsCredentials(String written, String user, String password) {
    RedisAddress address = RedisAddress.parse("redis://" + written + "@host:7000/2");
    assertThat(address.user()).isEqualTo(user);
    assertThat(address.password()).isEqualTo(password);
    assertThat(address).hasToString("redis://host:7000/2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          localhost:6379             | this is not a Redis address
          ://localhost               | this is not a Redis address
          ann:pw@h://localhost       | this is not a Redis address
          http://localhost           | unknown scheme `http`
          redis-sentinels://h/m      | unknown scheme `redis-sentinels`
          redis-://h                 | unknown scheme `redis-`
          redis://                   | a host is missing
          redis:///2                 | a host is missing
          redis://:6379              | a host is missing
          redis://h1,                | a host is missing
          redis://h1,,h2             | a host is missing
          redis://pw@h               | there is no `:` and password before the `@`
          redis://ann:@h             | the password before the `@` is empty
          redis://ann:p%4@h          | a `%` before the `@` is not followed by two hexadecimal digits
          redis://ann:p%zz@h         | a `%` before the `@` is not followed by two hexadecimal digits
          redis://h1, h2             | this is not a host: ` h2`
          redis://h?db=1             | this is not a host: `h?db=1`
          redis://[::1               | an IPv6 address must be in brackets
          redis://[::1]x:6379        | this is not a host: `[::1]x`
          redis://[host]:6379        | this is not a host: `[host]`
          redis://[h                 | this is not a host: `[h`
          redis://[1:2]:6379         | this is not a host: `[1:2]`
          redis://::1:6379           | a host is missing
          redis://2001:db8::1        | an IPv6 address must be in brackets
          redis://ann:hunter2        | the port of `ann` is not a number
          redis://h:                 | the port of `h` is not a number
          redis://h:-1               | the port of `h` is not a number
          redis://h:0                | a port must be 1 to 65535, was 0
          redis://h:65536            | a port must be 1 to 65535, was 65536
          redis://h/x                | the database must be a number from 0, was `x`
          redis://h/-1               | the database must be a number from 0, was `-1`
          redis://h/1/2              | the database must be a number from 0, was `1/2`
          redis://h/99999999999      | the database must be a number from 0, was `99999999999`
          redis://h1,h2/2            | a cluster has no database 2
          redis-cluster://h1/1       | a cluster has no database 1
          redis-sentinel://h1,h2     | the name of the master is missing
          redis-sentinel://h1//2     | the name of the master is missing
          redis-sentinel://h1/a b    | this is not a valid master name: `a b`
          redis-sentinel://h1/m/x    | the database must be a number from 0, was `x`
          """)
  void reportsTheErrorInAnAddress(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RedisAddress.parse(text))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://ann:hunter2@h",
        "redis://hunter2@h",
        "redis://ann:hunter2%@h",
        "redis://ann:hunter2/x@",
        "redis://ann:hunter2:9@h:x",
        "redis://ann:hunter2@h/x",
        "redis-sentinel://ann:hunter2@h",
        "redis://ann:hunter2",
        "ann:hunter2@h:6379",
      })
  void noErrorMessageContainsAPassword(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RedisAddress.parse(text))
        .satisfies(thrown -> assertThat(thrown.getMessage()).doesNotContain("hunter"));
  }

  @Test
  void everyTextIsParsedOrRejectedWithAMessage() {
    Random random = new Random(7);
    String alphabet = "redis://ann:pw@[::1],h.1:6379/2%\u00e4 ?#";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder("redis-sentinel://ann:p%40@[::1]:1,h:2/m/3");
      for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
        char other = alphabet.charAt(random.nextInt(alphabet.length()));
        text.setCharAt(random.nextInt(text.length()), other);
      }
      assertThatCode(() -> parseOrReject(text.toString()))
          .as(text.toString())
          .doesNotThrowAnyException();
    }
  }

  private static void parseOrReject(String text) {
    try {
      assertThat(RedisAddress.parse(text).nodes()).isNotEmpty();
    } catch (IllegalArgumentException rejected) {
      // An overflow must be reported with a message of the parser.
      assertThat(rejected).isNotInstanceOf(NumberFormatException.class);
      assertThat(rejected.getMessage()).isNotBlank();
    }
  }
}
