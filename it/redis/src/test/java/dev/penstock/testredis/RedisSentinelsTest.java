package dev.penstock.testredis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RedisSentinelsTest {
  @Test
  void makeTheReplicaTheMasterOnRequest() {
    try (RedisSentinels sentinels = RedisSentinels.start()) {
      RedisProcess old = sentinels.master();
      old.command("SET", "k", "v");
      old.command("WAIT", "1", "5000");
      RedisProcess successor = sentinels.failOver();

      assertThat(successor).isNotSameAs(old).isSameAs(sentinels.master());
      assertThat(successor.command("GET", "k")).isEqualTo("v");
      assertThat(successor.command("SET", "k", "w")).isEqualTo("OK");
      assertThat(sentinels.uri())
          .matches("redis-sentinel://127.0.0.1:\\d+,127.0.0.1:\\d+,127.0.0.1:\\d+/mymaster/0");
    }
  }

  @Test
  void makeTheReplicaTheMasterWhenTheMasterIsKilled() {
    try (RedisSentinels sentinels = RedisSentinels.start()) {
      RedisProcess killed = sentinels.killMaster();
      RedisProcess successor = sentinels.awaitMasterOtherThan(killed);

      assertThat(killed.isAlive()).isFalse();
      assertThat(successor.command("SET", "k", "v")).isEqualTo("OK");
    }
  }
}
