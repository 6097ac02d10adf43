package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.testredis.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications whose threads nobody may hold up, with limits that are kept in Redis. */
@Order(1)
@ParameterizedClass
@MethodSource("trials")
class SharedEventLoopIT extends EventLoopContract {
  private static final RedisServer SERVER = RedisServer.start();
  private static final SharedRedis EXACT = SharedRedis.on(SERVER);
  private static final SharedRedis LEASED = SharedRedis.on(SERVER);

  SharedEventLoopIT(Trial trial) {
    super(trial);
  }

  /** {@link SilentRedisIT} has them the other way round. */
  static Stream<Trial> trials() {
    Jdk jdk = Instances.stage().jdk();
    return Stream.<Supplier<Trial>>of(
            () -> trial(new Stage(TestApp.WEBFLUX_BOOT_3, jdk), LEASED.store("leased", 1)),
            () -> trial(new Stage(TestApp.VERTX_4, jdk), EXACT.store("exact", 1)))
        .map(Supplier::get);
  }

  private static Trial trial(Stage stage, String store) {
    return Trial.of(stage, EventLoopRules.RULES + store);
  }

  /** Had it been counted elsewhere, the tests would not have noticed. */
  @AfterAll
  static void allWasCountedInRedisAndNobodyIsNamedThere() {
    for (SharedRedis redis : List.of(EXACT, LEASED)) {
      Map<String, Long> ttls = redis.ttlsMillis();
      for (String rule :
          List.of("exact", "bodies", "routes", "slow", "failures", "user", "early")) {
        assertThat(ttls.keySet()).anyMatch(key -> key.contains("}:" + rule + ":"));
      }
      assertThat(ttls.values()).allMatch(ttl -> ttl > 0);
      assertThat(ttls.keySet().toString()).doesNotContain("ann", "bob", "crowd");
      assertThat(redis.values().toString()).doesNotContain("ann", "bob", "crowd");
      redis.clear();
    }
    SERVER.close();
  }
}
