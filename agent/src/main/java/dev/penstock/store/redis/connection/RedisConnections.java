package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import java.util.Objects;

/** The Redis client: routes script calls to nodes and enforces a deadline for each of them. */
public final class RedisConnections implements RedisClient {
  private final RequestRouter route;
  private final ReplyDispatcher dispatcher;
  private final RequestDeadlines deadlines = new RequestDeadlines();
  private final long timeoutNanos;
  private final boolean takesAnyKeys;

  private RedisConnections(
      RequestRouter route, ReplyDispatcher dispatcher, long timeoutNanos, boolean takesAnyKeys) {
    this.route = route;
    this.dispatcher = dispatcher;
    this.timeoutNanos = timeoutNanos;
    this.takesAnyKeys = takesAnyKeys;
  }

  /**
   * Creates a client. It connects and starts threads with the first script call.
   *
   * @param timeoutMicros how long a script call may take
   */
  public static RedisClient open(RedisAddress address, long timeoutMicros, AgentLog log) {
    ReplyDispatcher dispatcher = new ReplyDispatcher(log);
    long timeoutNanos = timeoutMicros * 1_000;
    RequestRouter route =
        switch (address.topology()) {
          case CLUSTER -> new ClusterRouter(address, timeoutNanos, dispatcher, log);
          case SENTINEL -> {
            String master = Objects.requireNonNull(address.masterName());
            Connector dialer = new SentinelConnector(address, master);
            yield serverRoute(master, dialer, timeoutNanos, dispatcher, log);
          }
          case SINGLE -> {
            RedisAddress.Node node = address.nodes().get(0);
            Connector dialer = new ServerConnector(node, address);
            yield serverRoute(node.toString(), dialer, timeoutNanos, dispatcher, log);
          }
        };
    return new RedisConnections(
        route, dispatcher, timeoutNanos, address.topology() != RedisAddress.Topology.CLUSTER);
  }

  private static RequestRouter serverRoute(
      String name, Connector dialer, long timeoutNanos, ReplyDispatcher dispatcher, AgentLog log) {
    return new SingleServerRouter(
        new NodeConnection(name, dialer, RedirectHandler.NONE, timeoutNanos, dispatcher, log));
  }

  @Override
  public void ask(ScriptCall question) {
    long nowNanos = System.nanoTime();
    QueuedRequest request =
        new QueuedRequest(
            question, dispatcher, nowNanos, nowNanos + timeoutNanos, /* waiter= */ null);
    route.take(request);
    if (!request.isSettled()) {
      deadlines.watch(request);
    }
  }

  @Override
  public void askAndWait(ScriptCall question) {
    long nowNanos = System.nanoTime();
    askAndWait(question, nowNanos, nowNanos + timeoutNanos);
  }

  @Override
  public void askAndWait(ScriptCall question, long deadlineNanos) {
    askAndWait(question, System.nanoTime(), deadlineNanos);
  }

  private void askAndWait(ScriptCall question, long nowNanos, long deadlineNanos) {
    QueuedRequest request =
        new QueuedRequest(question, dispatcher, nowNanos, deadlineNanos, Thread.currentThread());
    route.take(request);
    request.await();
  }

  @Override
  public void awaitTold() {
    dispatcher.awaitAllTold(System.nanoTime() + 2 * timeoutNanos);
  }

  @Override
  public boolean takesAnyKeys() {
    return takesAnyKeys;
  }

  @Override
  public Health health() {
    return dispatcher.health(route.isAnswering());
  }

  @Override
  public Latency latency() {
    return dispatcher.latencies.soFar();
  }

  @Override
  public void close() {
    route.close();
    deadlines.close();
  }
}
