package dev.penstock.store.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisSentinels;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to a master behind Sentinels, which may replace it. */
class SentinelTest {
  private static final LuaScript WRITE =
      new LuaScript("redis.call('SET', KEYS[1], ARGV[1]) return {1}");

  private final RedisFixture fixture = new RedisFixture();
  private final RedisSentinels sentinels = RedisSentinels.start();
  private final RedisClient redis =
      RedisConnections.open(
          new RedisAddress(
              RedisAddress.Topology.SENTINEL,
              RedisFixture.nodes(sentinels.sentinels()),
              RedisSentinels.MASTER_NAME,
              /* user= */ null,
              /* password= */ null,
              /* database= */ 0,
              /* tls= */ false),
          RedisFixture.PATIENT_MICROS,
          fixture.log);

  @AfterEach
  void close() {
    redis.close();
    sentinels.close();
    RedisFixture.await("the connection threads end", () -> fixture.threads().isEmpty());
  }

  private void awaitWritten(String value) {
    RedisFixture.await(
        "the value is written",
        () -> new RecordingCall(WRITE, "key", value).sentTo(redis).outcome().equals("[1]"));
  }

  @Test
  void theMasterIsFoundIfOneSentinelIsDown() {
    sentinels.sentinels().get(0).kill();
    awaitWritten("one");
    assertThat(sentinels.master().command("GET", "key")).isEqualTo("one");
    assertThat(redis.takesAnyKeys()).isTrue();
  }

  @Test
  void theNewMasterIsFoundAfterTheOldOneDies() {
    awaitWritten("one");
    RedisProcess dead = sentinels.killMaster();
    RedisProcess next = sentinels.awaitMasterOtherThan(dead);
    awaitWritten("two");
    assertThat(next.command("GET", "key")).isEqualTo("two");
  }

  @Test
  void theNewMasterIsFoundAfterAFailover() {
    awaitWritten("one");
    RedisProcess next = sentinels.failOver();
    // The old master accepts writes until it learns that it is a replica.
    RedisFixture.await(
        "the new master gets a write",
        () -> {
          new RecordingCall(WRITE, "key", "two").sentTo(redis);
          return "two".equals(next.command("GET", "key"));
        });
    awaitWritten("three");
    assertThat(next.command("GET", "key")).isEqualTo("three");
  }
}
