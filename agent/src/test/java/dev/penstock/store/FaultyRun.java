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
final class FaultyRun implements AutoCloseable {
  /** Small enough to be spent before anything happens. */
  static final long LIMIT = 300;

  static final int INSTANCES = 3;

  /** What each instance may admit by itself while Redis is away. */
  static final long SHARE = LIMIT / INSTANCES;

  private static final long WEEK = 7L * 24 * 3600 * 1_000_000;

  /** More than the deadline, since threads wait for a processor too. */
  private static final long SLACK_MILLIS = 1_500;

  private final String name;
  private final long timeoutMicros;
  private final Instances instances;
  private long warmed;
  private long openedBefore;
  private long lateBefore;
  private long shutAtLeast = LIMIT;

  /**
   * A limit that is never reached; during an outage this JVM counts it. No call may be rejected.
   */
  final Load free = new Load("free", new FixedWindow(1_000_000_000, WEEK), FailurePolicy.LOCAL);

  final Load tight = new Load("tight", new FixedWindow(LIMIT, WEEK), FailurePolicy.LOCAL);
  final Load shut = new Load("shut", new FixedWindow(LIMIT, WEEK), FailurePolicy.CLOSED);

  private FaultyRun(String name, String uri, long timeoutMicros, boolean leased) {
    this.name = name + (leased ? ", leased" : ", exact");
    this.timeoutMicros = timeoutMicros;
    instances = new Instances(uri, timeoutMicros, leased, INSTANCES);
  }

  static FaultyRun start(String name, String uri, long timeoutMicros, boolean leased) {
    FaultyRun run = new FaultyRun(name, uri, timeoutMicros, leased);
    for (int i = 0; i < INSTANCES; i++) {
      RedisStore store = run.instances.store();
      // The first call of all loads classes and connects, which takes longer than a call may.
      Budget warm = store.budget("warm", new FixedWindow(1_000, WEEK));
      Customer customer = new Customer(store);
      Instances.await(
          "Redis answers",
          () -> {
            customer.takes(1, warm);
            return store.decisionSources().byRedis() > 0;
          });
    }
    run.warmed =
        run.decided(DecisionSourceCounts.Decided::byRedis)
            + run.decided(DecisionSourceCounts.Decided::byLocalShare);
    run.openedBefore = run.health(RedisClient.Health::opened);
    run.lateBefore = run.health(RedisClient.Health::late);
    for (Load load : run.loads()) {
      load.start(run.instances.stores(), 6);
    }
    run.awaitRedisDecides();
    return run;
  }

  List<Load> loads() {
    return List.of(free, tight, shut);
  }

  /** Waits until calls are decided by Redis, and by nothing else for a while. */
  void awaitRedisDecides() {
    Instances.await(
        "Redis decides",
        () -> {
          long without = without();
          long by = decided(DecisionSourceCounts.Decided::byRedis);
          Instances.pause(300);
          return without() == without && decided(DecisionSourceCounts.Decided::byRedis) > by;
        });
  }

  /** Waits until both limits are spent, so that all that is admitted later is due to the fault. */
  void awaitSpent() {
    Instances.await(
        "the limits are spent",
        () -> {
          long before = tight.admitted() + shut.admitted();
          Instances.pause(500);
          return before > LIMIT && tight.admitted() + shut.admitted() == before;
        });
    // On a machine that stands still for long Redis may have granted what nobody waited for.
    shutAtLeast = LIMIT - (health(RedisClient.Health::late) - lateBefore);
  }

  /** What the load that is turned away without Redis has to get of a limit that is never reset. */
  void expectNothingOnTop() {
    assertThat(shut.admitted()).isBetween(shutAtLeast, LIMIT);
  }

  /** Waits until every instance decides by itself. */
  void awaitOutage() {
    for (RedisStore store : instances.stores()) {
      long before = store.decisionSources().byLocalShare();
      Instances.await(
          "it decides by itself", () -> store.decisionSources().byLocalShare() > before);
    }
  }

  private long without() {
    return decided(DecisionSourceCounts.Decided::byLocalShare)
        + decided(DecisionSourceCounts.Decided::passedUncounted)
        + decided(DecisionSourceCounts.Decided::rejectedUnavailable);
  }

  long decided(ToLongFunction<DecisionSourceCounts.Decided> what) {
    return instances.stores().stream()
        .mapToLong(store -> what.applyAsLong(store.decisionSources()))
        .sum();
  }

  long health(ToLongFunction<RedisClient.Health> what) {
    return instances.links().stream().mapToLong(link -> what.applyAsLong(link.health())).sum();
  }

  /** How often Redis was found not to answer since the load began. */
  long opened() {
    return health(RedisClient.Health::opened) - openedBefore;
  }

  /**
   * The breaker of each server closed again. Do not call this if a server was replaced for good.
   */
  void expectThatAllAnswerAgain() {
    assertThat(health(RedisClient.Health::closed)).isEqualTo(health(RedisClient.Health::opened));
  }

  static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Stops the load, and expects what holds whatever has happened. */
  void end() throws InterruptedException {
    awaitRedisDecides();
    for (Load load : loads()) {
      load.stop();
    }
    long decisions = loads().stream().mapToLong(Load::decisions).sum();
    System.out.printf(
        "%s: %s; by Redis %d, here %d, turned away %d; left alone %d times, %d late%n",
        name,
        loads(),
        decided(DecisionSourceCounts.Decided::byRedis),
        decided(DecisionSourceCounts.Decided::byLocalShare),
        decided(DecisionSourceCounts.Decided::rejectedUnavailable),
        opened(),
        health(RedisClient.Health::late));
    for (Load load : loads()) {
      assertThat(load.thrown()).isEmpty();
      assertThat(load.longestMillis()).isLessThan(timeoutMicros / 1_000 + SLACK_MILLIS);
    }
    assertThat(decided(DecisionSourceCounts.Decided::byRedis) + without())
        .isEqualTo(decisions + warmed);
    assertThat(free.admitted()).isEqualTo(free.decisions());
    assertThat(instances.links()).allMatch(link -> link.health().answering());
    // Only log lines about the outage, no internal errors.
    assertThat(instances.said()).allMatch(FaultyRun::isOfRedis);
  }

  private static boolean isOfRedis(String line) {
    return line.startsWith("penstock: Redis ") || line.startsWith("penstock: warning: Redis ");
  }

  List<String> said() {
    return instances.said();
  }

  @Override
  public void close() {
    for (Load load : loads()) {
      try {
        load.stop();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    instances.close();
  }
}
