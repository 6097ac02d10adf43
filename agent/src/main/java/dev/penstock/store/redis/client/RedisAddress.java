package dev.penstock.store.redis.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of a Redis server, of its Sentinels or of a cluster, with the credentials.
 *
 * @param nodes the server; the Sentinels; or some nodes of the cluster
 * @param masterName the Sentinels' name for the master; null without Sentinels
 * @param user the ACL user; null for the default user
 * @param password null if none is required
 */
public record RedisAddress(
    Topology topology,
    List<Node> nodes,
    @Nullable String masterName,
    @Nullable String user,
    @Nullable String password,
    int database,
    boolean tls) {
  /** How the servers behind an address relate to each other. */
  public enum Topology {
    /** One server. */
    SINGLE,
    /** A master that Sentinels monitor and replace if it fails. */
    SENTINEL,
    /** Masters that each serve a part of the hash slots. */
    CLUSTER
  }

  /** One server. */
  public record Node(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  public RedisAddress {
    nodes = List.copyOf(nodes);
  }

  /**
   * Parses {@code redis://}, {@code redis-sentinel://} or {@code redis-cluster://}. {@code rediss}
   * stands for TLS, and {@code valkey} may replace {@code redis}.
   *
   * @throws IllegalArgumentException with a message for users, which contains no credentials
   */
  public static RedisAddress parse(String text) {
    return RedisAddressParser.parse(text);
  }

  /** The same address without credentials and database, for servers that require no password. */
  public RedisAddress withoutCredentials() {
    return new RedisAddress(topology, nodes, masterName, null, null, 0, tls);
  }

  /** The same address without a database number, for servers that have only one. */
  public RedisAddress withoutDatabase() {
    return new RedisAddress(topology, nodes, masterName, user, password, 0, tls);
  }

  /** The address without credentials, for log lines. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(tls ? "rediss" : "redis");
    text.append(topology == Topology.SENTINEL ? "-sentinel://" : "://");
    for (int i = 0; i < nodes.size(); i++) {
      text.append(i == 0 ? "" : ",").append(nodes.get(i));
    }
    text.append(masterName == null ? "" : "/" + masterName);
    return text.append(database == 0 ? "" : "/" + database).toString();
  }
}
