package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.RedisAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** Reads which cluster node serves which hash slot. */
final class ClusterTopologyReader {
  private static final int NODE_MILLIS = 300;
  private static final int HIGHEST_PORT = 65_535;

  private final RedisAddress identity;

  ClusterTopologyReader(RedisAddress address) {
    identity = address.withoutDatabase();
  }

  /**
   * Returns the master of each slot, null where a slot has none, as reported by the first node that
   * replies.
   */
  @Nullable RedisAddress.Node[] read(Iterable<RedisAddress.Node> nodes) {
    RuntimeException failure = new JedisDataException("no node is configured");
    for (RedisAddress.Node node : nodes) {
      try {
        return masters(slots(node), node);
      } catch (RuntimeException next) {
        failure = next;
      }
    }
    throw failure;
  }

  private List<?> slots(RedisAddress.Node node) {
    RedisSocket socket = RedisSocket.connect(node, identity, NODE_MILLIS);
    try {
      Object reply = socket.execute(Command.CLUSTER, "SLOTS");
      if (reply instanceof JedisDataException error) {
        throw error;
      }
      if (!(reply instanceof List<?> ranges)) {
        throw unreadable(node);
      }
      if (ranges.isEmpty()) {
        throw new JedisDataException(node + " reports no slots");
      }
      return ranges;
    } finally {
      socket.close();
    }
  }

  private static JedisDataException unreadable(RedisAddress.Node node) {
    return new JedisDataException(node + " sent an unreadable reply to CLUSTER SLOTS");
  }

  /** Each range consists of its first slot, its last slot, its master and its replicas. */
  private static @Nullable RedisAddress.Node[] masters(
      List<?> ranges, RedisAddress.Node contacted) {
    var masters = new RedisAddress.@Nullable Node[Protocol.CLUSTER_HASHSLOTS];
    for (Object range : ranges) {
      if (!(range instanceof List<?> parts && parts.size() >= 3)
          || !(parts.get(0) instanceof Long first && parts.get(1) instanceof Long last)
          || !(parts.get(2) instanceof List<?> master && master.size() >= 2)
          || !(first >= 0 && first <= last && last < masters.length)) {
        throw unreadable(contacted);
      }
      Arrays.fill(masters, first.intValue(), last.intValue() + 1, node(master, contacted));
    }
    return masters;
  }

  private static RedisAddress.Node node(List<?> address, RedisAddress.Node contacted) {
    if (!(address.get(1) instanceof Long port) || port <= 0 || port > HIGHEST_PORT) {
      throw unreadable(contacted);
    }
    String host =
        address.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
    return new RedisAddress.Node(host(host, contacted), port.intValue());
  }

  /** A node that does not know its own host name has the host that was used to reach it. */
  static String host(String reported, RedisAddress.Node contacted) {
    return reported.isEmpty() || reported.equals("?") ? contacted.host() : reported;
  }
}
