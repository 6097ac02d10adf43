package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.client.ScriptCall;
import java.util.Objects;

/** The Redis client: routes script calls to nodes and enforces a deadline for each of them. */
public final class RedisConnections implements RedisClient {
  private final RequestRouter router;
  private final ReplyDispatcher dispatcher;
  private final RequestDeadlines deadlines = new RequestDeadlines();
  private final long timeoutNanos;
  private final boolean takesAnyKeys;

  private RedisConnections(
      RequestRouter router, ReplyDispatcher dispatcher, long timeoutNanos, boolean takesAnyKeys) {
    this.router = router;
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
    RequestRouter router =
        switch (address.topology()) {
          case CLUSTER -> new ClusterRouter(address, timeoutNanos, dispatcher, log);
          case SENTINEL -> {
            String master = Objects.requireNonNull(address.masterName());
            Connector connector = new SentinelConnector(address, master);
            yield singleServerRouter(master, connector, timeoutNanos, dispatcher, log);
          }
          case SINGLE -> {
            RedisAddress.Node node = address.nodes().get(0);
            Connector connector = new ServerConnector(node, address);
            yield singleServerRouter(node.toString(), connector, timeoutNanos, dispatcher, log);
          }
        };
    return new RedisConnections(
        router, dispatcher, timeoutNanos, address.topology() != RedisAddress.Topology.CLUSTER);
  }

  private static RequestRouter singleServerRouter(
      String name,
      Connector connector,
      long timeoutNanos,
      ReplyDispatcher dispatcher,
      AgentLog log) {
    return new NodeConnection(name, connector, RedirectHandler.NONE, timeoutNanos, dispatcher, log);
  }

  @Override
  public void send(ScriptCall call) {
    long nowNanos = System.nanoTime();
    QueuedRequest request =
        new QueuedRequest(call, dispatcher, nowNanos, nowNanos + timeoutNanos, /* waiter= */ null);
    router.route(request);
    if (!request.isComplete()) {
      deadlines.watch(request);
    }
  }

  @Override
  public void sendAndWait(ScriptCall call) {
    sendAndWait(call, System.nanoTime() + timeoutNanos);
  }

  @Override
  public void sendAndWait(ScriptCall call, long deadlineNanos) {
    QueuedRequest request =
        new QueuedRequest(
            call, dispatcher, System.nanoTime(), deadlineNanos, Thread.currentThread());
    router.route(request);
    request.awaitCompletion();
  }

  @Override
  public void awaitCompletions() {
    dispatcher.awaitAll(System.nanoTime() + 2 * timeoutNanos);
  }

  @Override
  public boolean takesAnyKeys() {
    return takesAnyKeys;
  }

  @Override
  public Health health() {
    return dispatcher.health(router.isAvailable());
  }

  @Override
  public Latency latency() {
    return dispatcher.latencies.snapshot();
  }

  @Override
  public void close() {
    router.close();
    deadlines.close();
  }
}
