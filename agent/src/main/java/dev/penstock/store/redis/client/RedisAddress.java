package dev.penstock.store.redis.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is, and who we are to it.
 *
 * @param nodes the server; the sentinels; or some nodes of the cluster
 * @param masterName what the sentinels call the master; null without sentinels
 * @param user the ACL user; null for the default one
 * @param password null if none is asked for
 */
public record RedisAddress(
    Topology topology,
    List<Node> nodes,
    @Nullable String masterName,
    @Nullable String user,
    @Nullable String password,
    int database,
    boolean tls) {
  /** How the servers behind an address belong together. */
  public enum Topology {
    /** One server. */
    SINGLE,
    /** A master that sentinels know, and replace by another when it fails. */
    SENTINEL,
    /** Masters that each keep a part of the keys. */
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
   * Reads {@code redis://}, {@code redis-sentinel://} or {@code redis-cluster://}, with {@code
   * rediss} for TLS and {@code valkey} for Redis if one likes.
   *
   * @throws IllegalArgumentException with a message for people, which has no credentials
   */
  public static RedisAddress parse(String text) {
    return RedisAddressParser.parse(text);
  }

  /** For those who let anybody in. */
  public RedisAddress asStranger() {
    return new RedisAddress(topology, nodes, masterName, null, null, 0, tls);
  }

  /** For those who have but one. */
  public RedisAddress withoutDatabase() {
    return new RedisAddress(topology, nodes, masterName, user, password, 0, tls);
  }

  /** For people: no credentials. */
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
