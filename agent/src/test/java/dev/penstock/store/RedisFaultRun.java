package dev.penstock.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.FixedWindow;
import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisClient;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.ToLongFunction;

/** Three instances under load while a fault happens to their Redis. */
final class RedisFaultRun implements AutoCloseable {
  /** Small enough to be spent before the fault. */
  static final long LIMIT = 300;

  static final int INSTANCES = 3;

  /** The units that each instance may admit locally while Redis is unavailable. */
  static final long SHARE = LIMIT / INSTANCES;

  private static final long WEEK = 7L * 24 * 3600 * 1_000_000;

  /** Beyond the deadline, threads also wait for a processor. */
  private static final long SLACK_MILLIS = 1_500;

  private final String name;
  private final long timeoutMicros;
  private final Instances instances;
  private long warmed;
  private long openedBefore;
  private long lateBefore;
  private long shutAtLeast = LIMIT;

  /** A limit that is never reached. It is counted locally during an outage and rejects no call. */
  final StoreLoad free =
      new StoreLoad("free", new FixedWindow(1_000_000_000, WEEK), FailurePolicy.LOCAL);

  /** A limit that is spent early. During an outage, each instance admits its local share. */
  final StoreLoad tight = new StoreLoad("tight", new FixedWindow(LIMIT, WEEK), FailurePolicy.LOCAL);

  /** A limit that is spent early. During an outage, each instance rejects all calls. */
  final StoreLoad shut = new StoreLoad("shut", new FixedWindow(LIMIT, WEEK), FailurePolicy.CLOSED);

  private RedisFaultRun(String name, String uri, long timeoutMicros, boolean leased) {
    this.name = name + (leased ? ", leased" : ", exact");
    this.timeoutMicros = timeoutMicros;
    instances = new Instances(uri, timeoutMicros, leased, INSTANCES);
  }

  static RedisFaultRun start(String name, String uri, long timeoutMicros, boolean leased) {
    RedisFaultRun run = new RedisFaultRun(name, uri, timeoutMicros, leased);
    for (int i = 0; i < INSTANCES; i++) {
      RedisStore store = run.instances.store();
      // The first call loads classes and connects, which takes longer than the timeout of a call.
      Budget warm = store.budget("warm", new FixedWindow(1_000, WEEK));
      Spender spender = new Spender(store);
      Instances.await(
          "Redis decides a call",
          () -> {
            spender.spend(1, warm);
            return store.decisionSources().byRedis() > 0;
          });
    }
    run.warmed =
        run.decided(DecisionSourceCounts.Decided::byRedis)
            + run.decided(DecisionSourceCounts.Decided::byLocalShare);
    run.openedBefore = run.health(RedisClient.Health::opened);
    run.lateBefore = run.health(RedisClient.Health::late);
    for (StoreLoad load : run.loads()) {
      load.start(run.instances.stores(), 6);
    }
    run.awaitRedisDecides();
    return run;
  }

  List<StoreLoad> loads() {
    return List.of(free, tight, shut);
  }

  /** Waits until Redis has decided all calls for a while. */
  void awaitRedisDecides() {
    Instances.await(
        "Redis decides all calls",
        () -> {
          long without = decidedWithoutRedis();
          long by = decided(DecisionSourceCounts.Decided::byRedis);
          Instances.pause(300);
          return decidedWithoutRedis() == without
              && decided(DecisionSourceCounts.Decided::byRedis) > by;
        });
  }

  /** Waits until both limits are spent. Only the fault can admit calls after that. */
  void awaitSpent() {
    Instances.await(
        "the limits are spent",
        () -> {
          long before = tight.admitted() + shut.admitted();
          Instances.pause(500);
          return before > LIMIT && tight.admitted() + shut.admitted() == before;
        });
    // On a stalled machine, Redis may have granted calls whose threads did not wait any more.
    shutAtLeast = LIMIT - (health(RedisClient.Health::late) - lateBefore);
  }

  /** Expects exactly the limit of {@code shut}, because an outage rejects its calls. */
  void expectShutStaysWithinItsLimit() {
    assertThat(shut.admitted()).isBetween(shutAtLeast, LIMIT);
  }

  /** Waits until every instance decides locally. */
  void awaitOutage() {
    for (RedisStore store : instances.stores()) {
      long before = store.decisionSources().byLocalShare();
      Instances.await(
          "the instance decides locally", () -> store.decisionSources().byLocalShare() > before);
    }
  }

  private long decidedWithoutRedis() {
    return decided(DecisionSourceCounts.Decided::byLocalShare)
        + decided(DecisionSourceCounts.Decided::passedUncounted)
        + decided(DecisionSourceCounts.Decided::rejectedUnavailable);
  }

  long decided(ToLongFunction<DecisionSourceCounts.Decided> count) {
    return instances.stores().stream()
        .mapToLong(store -> count.applyAsLong(store.decisionSources()))
        .sum();
  }

  long health(ToLongFunction<RedisClient.Health> count) {
    return instances.clients().stream()
        .mapToLong(client -> count.applyAsLong(client.health()))
        .sum();
  }

  /** How often a breaker opened since the load began. */
  long opened() {
    return health(RedisClient.Health::opened) - openedBefore;
  }

  /** Expects that each breaker closed again. Do not call this if a server was replaced for good. */
  void expectAllBreakersClosed() {
    assertThat(health(RedisClient.Health::closed)).isEqualTo(health(RedisClient.Health::opened));
  }

  static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Stops the load, and checks the expectations that do not depend on the fault. */
  void end() throws InterruptedException {
    awaitRedisDecides();
    for (StoreLoad load : loads()) {
      load.stop();
    }
    long decisions = loads().stream().mapToLong(StoreLoad::decisions).sum();
    System.out.printf(
        "%s: %s; decided by Redis %d, locally %d, rejected %d; breakers opened %d times, %d late%n",
        name,
        loads(),
        decided(DecisionSourceCounts.Decided::byRedis),
        decided(DecisionSourceCounts.Decided::byLocalShare),
        decided(DecisionSourceCounts.Decided::rejectedUnavailable),
        opened(),
        health(RedisClient.Health::late));
    for (StoreLoad load : loads()) {
      assertThat(load.thrown()).isEmpty();
      assertThat(load.longestMillis()).isLessThan(timeoutMicros / 1_000 + SLACK_MILLIS);
    }
    assertThat(decided(DecisionSourceCounts.Decided::byRedis) + decidedWithoutRedis())
        .isEqualTo(decisions + warmed);
    assertThat(free.admitted()).isEqualTo(free.decisions());
    assertThat(instances.clients()).allMatch(client -> client.health().answering());
    // Only log lines about the outage, no internal errors.
    assertThat(instances.logLines()).allMatch(RedisFaultRun::isAboutRedis);
  }

  private static boolean isAboutRedis(String line) {
    return line.startsWith("penstock: Redis ") || line.startsWith("penstock: warning: Redis ");
  }

  List<String> logLines() {
    return instances.logLines();
  }

  @Override
  public void close() {
    for (StoreLoad load : loads()) {
      try {
        load.stop();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    instances.close();
  }
}
