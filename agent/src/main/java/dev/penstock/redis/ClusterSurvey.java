package dev.penstock.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Asks nodes of a cluster which of them serves which slot. */
final class ClusterSurvey {
  private static final int NODE_MILLIS = 300;

  private final RedisAddress identity;

  ClusterSurvey(RedisAddress address) {
    identity = address.withoutDatabase();
  }

  /** The masters by slot, null where there is none, as seen by the first node that answers. */
  @Nullable RedisAddress.Node[] of(Iterable<RedisAddress.Node> nodes) {
    RuntimeException failure = new JedisDataException("no node is known");
    for (RedisAddress.Node node : nodes) {
      try {
        return masters(slots(node), node);
      } catch (JedisException next) {
        failure = next;
      }
    }
    throw failure;
  }

  private List<?> slots(RedisAddress.Node node) {
    Line line = Line.to(node, identity, NODE_MILLIS);
    try {
      Object reply = line.request(Command.CLUSTER, "SLOTS");
      if (reply instanceof JedisDataException refusal) {
        throw refusal;
      }
      if (!(reply instanceof List<?> ranges) || ranges.isEmpty()) {
        throw new JedisDataException(node + " knows of no slots");
      }
      return ranges;
    } finally {
      line.hangUp();
    }
  }

  /** Each range is its first slot, its last slot, its master, and replicas. */
  private static @Nullable RedisAddress.Node[] masters(List<?> ranges, RedisAddress.Node asked) {
    var masters = new RedisAddress.@Nullable Node[Protocol.CLUSTER_HASHSLOTS];
    for (Object range : ranges) {
      if (range instanceof List<?> parts
          && parts.get(0) instanceof Long first
          && parts.get(1) instanceof Long last
          && parts.get(2) instanceof List<?> master) {
        RedisAddress.Node node = node(master, asked);
        for (int slot = first.intValue(); slot <= last && slot < masters.length; slot++) {
          masters[slot] = node;
        }
      }
    }
    return masters;
  }

  private static RedisAddress.Node node(List<?> place, RedisAddress.Node asked) {
    String host =
        place.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
    int port = place.get(1) instanceof Long number ? number.intValue() : asked.port();
    return new RedisAddress.Node(host(host, asked), port);
  }

  /** A node that does not know its own name is where it was asked. */
  static String host(String told, RedisAddress.Node asked) {
    return told.isEmpty() || told.equals("?") ? asked.host() : told;
  }
}
