package dev.penstock.store.redis.connection;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.client.NoReplyReason;
import dev.penstock.store.redis.client.RedisAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Routes each request to the cluster node that serves the hash slot of its key. */
final class ClusterRouter implements RequestRouter {
  /*
   * There is one connection per node, and a table from slot to connection. A MOVED reply updates
   * the entry of its slot at once. In addition, one thread reads the whole table again, because
   * slots usually move in groups. A node that fails does not affect the requests to other nodes.
   */
  private static final long TOPOLOGY_PAUSE_NANOS = 250_000_000L;
  private static final long OUTAGE_CHECK_NANOS = 1_000_000_000L;
  private static final int MAX_REDIRECTIONS = 3;

  private final RedisAddress address;
  private final long timeoutNanos;
  private final ReplyDispatcher dispatcher;
  private final AgentLog log;
  private final ClusterTopologyReader topologyReader;
  private final Breaker breaker;

  private final Map<RedisAddress.Node, NodeConnection> connections = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<@Nullable NodeConnection> bySlot =
      new AtomicReferenceArray<>(Protocol.CLUSTER_HASHSLOTS);
  private final ConcurrentLinkedQueue<QueuedRequest> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isTopologyRequested = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread topologyThread;
  private volatile boolean hasTopology;
  private volatile boolean isClosed;

  ClusterRouter(RedisAddress address, long timeoutNanos, ReplyDispatcher dispatcher, AgentLog log) {
    this.address = address.withoutDatabase();
    this.timeoutNanos = timeoutNanos;
    this.dispatcher = dispatcher;
    this.log = log;
    topologyReader = new ClusterTopologyReader(address);
    breaker = new Breaker("cluster of " + address.nodes().get(0), log, dispatcher);
    topologyThread = RedisThreads.named("penstock-redis-cluster", this::run);
  }

  @Override
  public void route(QueuedRequest request) {
    NodeConnection connection = bySlot.get(JedisClusterCRC16.getSlot(request.call().keys().get(0)));
    if (connection != null) {
      connection.route(request);
    } else if (hasTopology || isClosed || !breaker.isClosed()) {
      request.fail(NoReplyReason.AWAY);
      requestTopology();
    } else {
      waiting.add(request);
      requestTopology();
      if (hasTopology || isClosed || !breaker.isClosed()) {
        routeWaiting();
      }
    }
  }

  private void requestTopology() {
    if (isClosed || !isTopologyRequested.compareAndSet(false, true)) {
      return;
    }
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      topologyThread.start();
    }
    LockSupport.unpark(topologyThread);
  }

  /** Routes the requests that waited for the slot table. If there is still no table, fails them. */
  private void routeWaiting() {
    QueuedRequest request = waiting.poll();
    while (request != null) {
      if (hasTopology && !isClosed) {
        route(request);
      } else {
        request.fail(NoReplyReason.AWAY);
      }
      request = waiting.poll();
    }
  }

  private void run() {
    while (!isClosed) {
      if (isTopologyRequested.getAndSet(false)) {
        pause(readTopology() ? TOPOLOGY_PAUSE_NANOS : breaker.nextPauseNanos());
      } else if (areAllAvailable()) {
        LockSupport.park(this);
      } else {
        // A replica may replace the node that failed, and no reply would announce that.
        LockSupport.parkNanos(this, OUTAGE_CHECK_NANOS);
        isTopologyRequested.set(true);
      }
    }
    closeAll();
  }

  private void pause(long nanos) {
    long endNanos = System.nanoTime() + nanos;
    long leftNanos = nanos;
    while (leftNanos > 0 && !isClosed) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = endNanos - System.nanoTime();
    }
  }

  private boolean readTopology() {
    try {
      apply(topologyReader.read(nodesToAsk()));
      hasTopology = true;
      breaker.close();
      return true;
    } catch (Throwable failure) {
      isTopologyRequested.set(true);
      // An older table may still be right: each connection knows whether its node works.
      if (!hasTopology) {
        breaker.open(FailureReasons.of(failure));
      }
      return false;
    } finally {
      routeWaiting();
    }
  }

  /**
   * The nodes to ask for the slot table: working nodes first. The configured nodes always remain in
   * the list.
   */
  private List<RedisAddress.Node> nodesToAsk() {
    List<RedisAddress.Node> available = new ArrayList<>();
    List<RedisAddress.Node> others = new ArrayList<>(address.nodes());
    connections.forEach(
        (node, connection) -> (connection.isAvailable() ? available : others).add(node));
    available.addAll(others);
    return available;
  }

  private void apply(@Nullable RedisAddress.Node[] masters) {
    Set<RedisAddress.Node> serving = new HashSet<>();
    for (int slot = 0; slot < masters.length; slot++) {
      RedisAddress.Node node = masters[slot];
      bySlot.set(slot, node == null ? null : connectionTo(node));
      if (node != null) {
        serving.add(node);
      }
    }
    connections.forEach(
        (node, connection) -> {
          if (!serving.contains(node) && connections.remove(node, connection)) {
            connection.close();
          }
        });
  }

  private NodeConnection connectionTo(RedisAddress.Node node) {
    NodeConnection known = connections.get(node);
    return known == null ? connections.computeIfAbsent(node, this::newConnection) : known;
  }

  private NodeConnection newConnection(RedisAddress.Node node) {
    return new NodeConnection(
        node.toString(),
        new ServerConnector(node, address),
        new NodeRedirects(node),
        timeoutNanos,
        dispatcher,
        log);
  }

  private boolean areAllAvailable() {
    for (NodeConnection connection : connections.values()) {
      if (!connection.isAvailable()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAvailable() {
    return breaker.isClosed() && areAllAvailable();
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(topologyThread);
    closeAll();
  }

  private void closeAll() {
    connections.values().forEach(NodeConnection::close);
    routeWaiting();
  }

  /** Handles the redirections that one node returns. */
  private final class NodeRedirects implements RedirectHandler {
    private final RedisAddress.Node node;

    NodeRedirects(RedisAddress.Node node) {
      this.node = node;
    }

    @Override
    public boolean redirect(QueuedRequest request, JedisDataException error, NodeConnection from) {
      if (error instanceof JedisMovedDataException moved) {
        requestTopology();
        return request.mayResend(MAX_REDIRECTIONS)
            && redirectTo(moved, request, /* isAsking= */ false);
      }
      if (error instanceof JedisAskDataException ask) {
        return request.mayResend(MAX_REDIRECTIONS)
            && redirectTo(ask, request, /* isAsking= */ true);
      }
      String message = String.valueOf(error.getMessage());
      boolean isTemporary = message.startsWith("TRYAGAIN") || message.startsWith("CLUSTERDOWN");
      if (isTemporary && request.mayResend(1)) {
        from.resend(request, System.nanoTime() + timeoutNanos / 4);
        return true;
      }
      return false;
    }

    private boolean redirectTo(
        JedisRedirectionException redirection, QueuedRequest request, boolean isAsking) {
      String host = ClusterTopologyReader.host(redirection.getTargetNode().getHost(), node);
      NodeConnection connection =
          connectionTo(new RedisAddress.Node(host, redirection.getTargetNode().getPort()));
      if (!isAsking) {
        bySlot.set(redirection.getSlot(), connection);
      }
      if (request.markUnsent()) {
        request.setAsking(isAsking);
        connection.route(request);
      }
      return true;
    }

    @Override
    public void nodeFailed(NodeConnection connection) {
      requestTopology();
    }
  }
}
