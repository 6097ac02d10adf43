package dev.penstock.redis;

import dev.penstock.log.AgentLog;
import java.util.Objects;

/** The way to a Redis: threads that carry questions to it, and a deadline for each of them. */
public final class RedisLink implements Redis {
  private final Route route;
  private final Teller teller;
  private final Deadlines deadlines = new Deadlines();
  private final long timeoutNanos;
  private final boolean takesAnyKeys;

  private RedisLink(Route route, Teller teller, long timeoutNanos, boolean takesAnyKeys) {
    this.route = route;
    this.teller = teller;
    this.timeoutNanos = timeoutNanos;
    this.takesAnyKeys = takesAnyKeys;
  }

  /**
   * Makes ready to ask; nothing is connected or started before the first question.
   *
   * @param timeoutMicros how long a question may take, from when it is asked
   */
  public static Redis open(RedisAddress address, long timeoutMicros, AgentLog log) {
    Teller teller = new Teller(log);
    long timeoutNanos = timeoutMicros * 1_000;
    Route route =
        switch (address.topology()) {
          case CLUSTER -> new ClusterRoute(address, timeoutNanos, teller, log);
          case SENTINEL -> {
            String master = Objects.requireNonNull(address.masterName());
            Dialer dialer = new SentinelDialer(address, master);
            yield serverRoute(master, dialer, timeoutNanos, teller, log);
          }
          case SINGLE -> {
            RedisAddress.Node node = address.nodes().get(0);
            Dialer dialer = new ServerDialer(node, address);
            yield serverRoute(node.toString(), dialer, timeoutNanos, teller, log);
          }
        };
    return new RedisLink(
        route, teller, timeoutNanos, address.topology() != RedisAddress.Topology.CLUSTER);
  }

  private static Route serverRoute(
      String name, Dialer dialer, long timeoutNanos, Teller teller, AgentLog log) {
    return new ServerRoute(new Courier(name, dialer, Redirections.NONE, timeoutNanos, teller, log));
  }

  @Override
  public void ask(Question question) {
    long nowNanos = System.nanoTime();
    Errand errand =
        new Errand(question, teller, nowNanos, nowNanos + timeoutNanos, /* waiter= */ null);
    route.take(errand);
    if (!errand.isSettled()) {
      deadlines.watch(errand);
    }
  }

  @Override
  public void askAndWait(Question question) {
    long nowNanos = System.nanoTime();
    askAndWait(question, nowNanos, nowNanos + timeoutNanos);
  }

  @Override
  public void askAndWait(Question question, long deadlineNanos) {
    askAndWait(question, System.nanoTime(), deadlineNanos);
  }

  private void askAndWait(Question question, long nowNanos, long deadlineNanos) {
    Errand errand = new Errand(question, teller, nowNanos, deadlineNanos, Thread.currentThread());
    route.take(errand);
    errand.await();
  }

  @Override
  public void awaitTold() {
    teller.awaitAllTold(System.nanoTime() + 2 * timeoutNanos);
  }

  @Override
  public boolean takesAnyKeys() {
    return takesAnyKeys;
  }

  @Override
  public Health health() {
    return teller.health(route.isAnswering());
  }

  @Override
  public Latency latency() {
    return teller.latencies.soFar();
  }

  @Override
  public void close() {
    route.close();
    deadlines.close();
  }
}
