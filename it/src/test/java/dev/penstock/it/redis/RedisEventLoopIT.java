package dev.penstock.it.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.AppCluster;
import dev.penstock.it.harness.RedisNamespace;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.Matrix;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.EventLoopContract;
import dev.penstock.it.harness.inbound.EventLoopRules;
import dev.penstock.testredis.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications on event loops, with limits in Redis. */
@Order(1)
@ParameterizedClass
@MethodSource("trials")
class RedisEventLoopIT extends EventLoopContract {
  private static final RedisServer SERVER = RedisServer.start();
  private static final RedisNamespace EXACT = RedisNamespace.on(SERVER);
  private static final RedisNamespace LEASED = RedisNamespace.on(SERVER);
  private static final RedisNamespace NETTY = RedisNamespace.on(SERVER);
  private static final RedisNamespace UNDERTOW = RedisNamespace.on(SERVER);
  private static final RedisNamespace JETTY = RedisNamespace.on(SERVER);

  private static final List<ServerTestApp> IN_MATRIX =
      List.of(ServerTestApp.ARMERIA_1, ServerTestApp.MICRONAUT_4, ServerTestApp.KTOR_3_CIO);

  RedisEventLoopIT(Trial trial) {
    super(trial);
  }

  /** {@link PausedRedisIT} swaps the accuracies. */
  static Stream<Trial> trials() {
    Jdk jdk = AppCluster.target().jdk();
    Stream<Supplier<Trial>> always =
        Stream.of(
            () ->
                trial(new TestTarget(ServerTestApp.WEBFLUX_BOOT_3, jdk), LEASED.store("leased", 1)),
            () -> trial(new TestTarget(ServerTestApp.VERTX_4, jdk), EXACT.store("exact", 1)),
            () -> withoutRoutes(new TestTarget(ServerTestApp.NETTY_4_1, jdk), NETTY),
            () -> withoutRoutes(new TestTarget(ServerTestApp.CORE_UNDERTOW, jdk), UNDERTOW),
            () -> withoutRoutes(new TestTarget(ServerTestApp.CORE_JETTY, jdk), JETTY));
    Stream<Supplier<Trial>> inMatrix = IN_MATRIX.stream().map(app -> () -> trial(app, jdk));
    return Stream.concat(always, Matrix.FULL ? inMatrix : Stream.empty()).map(Supplier::get);
  }

  private static Trial trial(ServerTestApp app, Jdk jdk) {
    String rules =
        app == ServerTestApp.MICRONAUT_4 ? EventLoopRules.RULES : EventLoopRules.WITHOUT_USERS;
    String store = RedisNamespace.on(SERVER).store("exact", 1);
    return Trial.of(new TestTarget(app, jdk), rules + store);
  }

  private static Trial withoutRoutes(TestTarget target, RedisNamespace redis) {
    return Trial.of(target, EventLoopRules.WITHOUT_ROUTES + redis.store("exact", 1));
  }

  private static Trial trial(TestTarget target, String store) {
    return Trial.of(target, EventLoopRules.RULES + store);
  }

  /** The tests above would also pass with local counts. */
  @AfterAll
  static void countsAreInRedisWithoutPlainClientNames() {
    for (RedisNamespace redis : List.of(EXACT, LEASED, NETTY, UNDERTOW, JETTY)) {
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
