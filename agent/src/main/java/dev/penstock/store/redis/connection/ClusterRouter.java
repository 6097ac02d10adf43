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
  private static final long SURVEY_PAUSE_NANOS = 250_000_000L;
  private static final long WATCH_NANOS = 1_000_000_000L;
  private static final int MOST_REDIRECTIONS = 3;

  private final RedisAddress address;
  private final long timeoutNanos;
  private final ReplyDispatcher dispatcher;
  private final AgentLog log;
  private final ClusterTopologyReader survey;
  private final Breaker breaker;

  private final Map<RedisAddress.Node, NodeConnection> couriers = new ConcurrentHashMap<>();
  private final AtomicReferenceArray<@Nullable NodeConnection> bySlot =
      new AtomicReferenceArray<>(Protocol.CLUSTER_HASHSLOTS);
  private final ConcurrentLinkedQueue<QueuedRequest> unrouted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean isSurveyWanted = new AtomicBoolean();
  private final AtomicBoolean isStarted = new AtomicBoolean();
  private final Thread surveyor;
  private volatile boolean isSurveyed;
  private volatile boolean isClosed;

  ClusterRouter(RedisAddress address, long timeoutNanos, ReplyDispatcher dispatcher, AgentLog log) {
    this.address = address.withoutDatabase();
    this.timeoutNanos = timeoutNanos;
    this.dispatcher = dispatcher;
    this.log = log;
    survey = new ClusterTopologyReader(address);
    breaker = new Breaker("cluster of " + address.nodes().get(0), log, dispatcher);
    surveyor = RedisThreads.named("penstock-redis-cluster", this::run);
  }

  @Override
  public void take(QueuedRequest request) {
    NodeConnection connection =
        bySlot.get(JedisClusterCRC16.getSlot(request.question().keys().get(0)));
    if (connection != null) {
      connection.carry(request);
    } else if (isSurveyed || isClosed || !breaker.isAnswering()) {
      request.silence(NoReplyReason.AWAY);
      wantSurvey();
    } else {
      unrouted.add(request);
      wantSurvey();
      if (isSurveyed || isClosed || !breaker.isAnswering()) {
        settleUnrouted();
      }
    }
  }

  private void wantSurvey() {
    if (isClosed || !isSurveyWanted.compareAndSet(false, true)) {
      return;
    }
    if (!isStarted.get() && isStarted.compareAndSet(false, true)) {
      surveyor.start();
    }
    LockSupport.unpark(surveyor);
  }

  /** Routes the requests that waited for the slot table. If there is still no table, fails them. */
  private void settleUnrouted() {
    QueuedRequest request = unrouted.poll();
    while (request != null) {
      if (isSurveyed && !isClosed) {
        take(request);
      } else {
        request.silence(NoReplyReason.AWAY);
      }
      request = unrouted.poll();
    }
  }

  private void run() {
    while (!isClosed) {
      if (isSurveyWanted.getAndSet(false)) {
        rest(survey() ? SURVEY_PAUSE_NANOS : breaker.nextPauseNanos());
      } else if (areAllAnswering()) {
        LockSupport.park(this);
      } else {
        // A replica may replace the node that failed, and no reply would announce that.
        LockSupport.parkNanos(this, WATCH_NANOS);
        isSurveyWanted.set(true);
      }
    }
    closeAll();
  }

  private void rest(long nanos) {
    long endNanos = System.nanoTime() + nanos;
    long leftNanos = nanos;
    while (leftNanos > 0 && !isClosed) {
      LockSupport.parkNanos(this, leftNanos);
      leftNanos = endNanos - System.nanoTime();
    }
  }

  private boolean survey() {
    try {
      redraw(survey.of(placesToAsk()));
      isSurveyed = true;
      breaker.answersAgain();
      return true;
    } catch (Throwable failure) {
      isSurveyWanted.set(true);
      // An older table may still be right: each connection knows whether its node works.
      if (!isSurveyed) {
        breaker.leaveAlone(FailureReasons.of(failure));
      }
      return false;
    } finally {
      settleUnrouted();
    }
  }

  /**
   * The nodes to ask for the slot table: working nodes first. The configured nodes always remain in
   * the list.
   */
  private List<RedisAddress.Node> placesToAsk() {
    List<RedisAddress.Node> answering = new ArrayList<>();
    List<RedisAddress.Node> others = new ArrayList<>(address.nodes());
    couriers.forEach(
        (node, connection) -> (connection.isAnswering() ? answering : others).add(node));
    answering.addAll(others);
    return answering;
  }

  private void redraw(@Nullable RedisAddress.Node[] masters) {
    Set<RedisAddress.Node> serving = new HashSet<>();
    for (int slot = 0; slot < masters.length; slot++) {
      RedisAddress.Node node = masters[slot];
      bySlot.set(slot, node == null ? null : courierTo(node));
      if (node != null) {
        serving.add(node);
      }
    }
    couriers.forEach(
        (node, connection) -> {
          if (!serving.contains(node) && couriers.remove(node, connection)) {
            connection.close();
          }
        });
  }

  private NodeConnection courierTo(RedisAddress.Node node) {
    NodeConnection known = couriers.get(node);
    return known == null ? couriers.computeIfAbsent(node, this::newCourier) : known;
  }

  private NodeConnection newCourier(RedisAddress.Node node) {
    return new NodeConnection(
        node.toString(),
        new ServerConnector(node, address),
        new Signposts(node),
        timeoutNanos,
        dispatcher,
        log);
  }

  private boolean areAllAnswering() {
    for (NodeConnection connection : couriers.values()) {
      if (!connection.isAnswering()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isAnswering() {
    return breaker.isAnswering() && areAllAnswering();
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(surveyor);
    closeAll();
  }

  private void closeAll() {
    couriers.values().forEach(NodeConnection::close);
    settleUnrouted();
  }

  /** Handles the redirections that one node returns. */
  private final class Signposts implements RedirectHandler {
    private final RedisAddress.Node node;

    Signposts(RedisAddress.Node node) {
      this.node = node;
    }

    @Override
    public boolean redirect(
        QueuedRequest request, JedisDataException refusal, NodeConnection from) {
      if (refusal instanceof JedisMovedDataException moved) {
        wantSurvey();
        return request.mayDetour(MOST_REDIRECTIONS)
            && goesTo(moved, request, /* isAsking= */ false);
      }
      if (refusal instanceof JedisAskDataException ask) {
        return request.mayDetour(MOST_REDIRECTIONS) && goesTo(ask, request, /* isAsking= */ true);
      }
      String message = String.valueOf(refusal.getMessage());
      boolean isPassing = message.startsWith("TRYAGAIN") || message.startsWith("CLUSTERDOWN");
      if (isPassing && request.mayDetour(1)) {
        from.sendAgain(request, System.nanoTime() + timeoutNanos / 4);
        return true;
      }
      return false;
    }

    private boolean goesTo(
        JedisRedirectionException sign, QueuedRequest request, boolean isAsking) {
      String host = ClusterTopologyReader.host(sign.getTargetNode().getHost(), node);
      NodeConnection connection =
          courierTo(new RedisAddress.Node(host, sign.getTargetNode().getPort()));
      if (!isAsking) {
        bySlot.set(sign.getSlot(), connection);
      }
      if (request.takeBack()) {
        request.asking(isAsking);
        // Only queued, not written: this thread still has replies to read.
        connection.queue(request);
      }
      return true;
    }

    @Override
    public void lost(NodeConnection connection) {
      wantSurvey();
    }
  }
}
