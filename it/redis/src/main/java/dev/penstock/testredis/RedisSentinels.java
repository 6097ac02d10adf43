package dev.penstock.testredis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import redis.clients.jedis.exceptions.JedisDataException;

/** A master with a replica, and three Sentinels that monitor them. */
public final class RedisSentinels implements AutoCloseable {
  /** The Sentinels' name for the master. */
  public static final String MASTER_NAME = "mymaster";

  private static final int SENTINELS = 3;

  private final List<RedisProcess> servers = new ArrayList<>();
  private final List<RedisProcess> sentinels = new ArrayList<>();

  private RedisSentinels() {}

  /** Starts all servers; waits until the replica has a copy and the Sentinels know each other. */
  public static RedisSentinels start() {
    return start(RedisSource.anyBinary());
  }

  static RedisSentinels start(RedisBinary binary) {
    var started = new RedisSentinels();
    try {
      started.startServers(binary);
      started.startSentinels(binary);
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  /** Such as {@code redis-sentinel://127.0.0.1:7001,127.0.0.1:7002,127.0.0.1:7003/mymaster/0}. */
  public String uri() {
    return sentinels.stream()
        .map(sentinel -> sentinel.host() + ":" + sentinel.port())
        .collect(Collectors.joining(",", "redis-sentinel://", "/" + MASTER_NAME + "/0"));
  }

  /** Both servers, dead or alive; the first one started as the master. */
  public List<RedisProcess> servers() {
    return List.copyOf(servers);
  }

  /** All sentinels, dead or alive. */
  public List<RedisProcess> sentinels() {
    return List.copyOf(sentinels);
  }

  /** The master, as reported by the first living Sentinel. */
  public RedisProcess master() {
    RedisProcess sentinel =
        sentinels.stream().filter(RedisProcess::isAlive).findFirst().orElseThrow();
    return masterAsSeenBy(sentinel);
  }

  /** Makes the replica the master while the master lives, and returns it. */
  public RedisProcess failOver() {
    RedisProcess old = master();
    RedisProcess other = otherThan(old);
    Polling.repeatUntil(
        "all sentinels name " + other,
        () -> Polling.until("the sentinels begin a failover", this::isFailoverBegun),
        () -> isAgreed(other));
    return other;
  }

  /** Kills the master and returns it at once, before the Sentinels notice. */
  public RedisProcess killMaster() {
    RedisProcess master = master();
    master.kill();
    return master;
  }

  /** Waits until all Sentinels report the same new master and it accepts writes; returns it. */
  public RedisProcess awaitMasterOtherThan(RedisProcess old) {
    RedisProcess other = otherThan(old);
    Polling.until("all sentinels name " + other, () -> isAgreed(other), this::isTilted);
    return other;
  }

  /** Waits until the Sentinels have made the other server a replica of this one. */
  public void awaitReplicaOf(RedisProcess master) {
    Polling.until(
        master + " has a replica",
        () -> String.valueOf(master.command("INFO", "replication")).contains("state=online"),
        this::isTilted);
  }

  /** True if a Sentinel has noticed that it was late, and so does nothing for 30 seconds (TILT). */
  private boolean isTilted() {
    return sentinels.stream()
        .filter(RedisProcess::isAlive)
        .map(sentinel -> sentinel.endpoint().reply("INFO", "sentinel"))
        .anyMatch(info -> Endpoint.field(info, "sentinel_tilt").equals("1"));
  }

  @Override
  public void close() {
    sentinels.forEach(RedisProcess::close);
    servers.forEach(RedisProcess::close);
  }

  private void startServers(RedisBinary binary) {
    RedisProcess master = RedisProcess.start(binary, RedisOptions.none());
    servers.add(master);
    List<String> following = List.of("replicaof " + master.host() + " " + master.port());
    RedisProcess replica =
        RedisProcess.start(binary, RedisOptions.none(), RedisProcess.Role.SERVER, following);
    servers.add(replica);
    Polling.until(
        replica + " has a copy", () -> replication(replica, "master_link_status").equals("up"));
  }

  private void startSentinels(RedisBinary binary) {
    RedisProcess master = servers.get(0);
    String prefix = "sentinel ";
    List<String> watching =
        List.of(
            prefix + "monitor " + MASTER_NAME + " " + master.host() + " " + master.port() + " 2",
            prefix + "down-after-milliseconds " + MASTER_NAME + " 1000",
            prefix + "failover-timeout " + MASTER_NAME + " 3000",
            prefix + "parallel-syncs " + MASTER_NAME + " 1");
    for (int i = 0; i < SENTINELS; i++) {
      sentinels.add(
          RedisProcess.start(binary, RedisOptions.none(), RedisProcess.Role.SENTINEL, watching));
    }
    Polling.until(
        "all sentinels know each other", () -> sentinels.stream().allMatch(this::knowsAll));
  }

  private boolean knowsAll(RedisProcess sentinel) {
    Map<String, String> master = masterFields(sentinel);
    return Objects.equals(master.get("num-other-sentinels"), "" + (SENTINELS - 1))
        && Objects.equals(master.get("num-slaves"), "1");
  }

  private boolean isAgreed(RedisProcess master) {
    return sentinels.stream()
            .filter(RedisProcess::isAlive)
            .allMatch(sentinel -> masterAsSeenBy(sentinel).equals(master))
        && replication(master, "role").equals("master");
  }

  private RedisProcess otherThan(RedisProcess server) {
    return servers.stream().filter(other -> !other.equals(server)).findFirst().orElseThrow();
  }

  /** Requests a failover. A Sentinel rejects it if the replica has not replied recently. */
  private boolean isFailoverBegun() {
    try {
      RedisProcess sentinel =
          sentinels.stream().filter(RedisProcess::isAlive).findFirst().orElseThrow();
      sentinel.command("SENTINEL", "FAILOVER", MASTER_NAME);
      return true;
    } catch (JedisDataException e) {
      return false;
    }
  }

  private RedisProcess masterAsSeenBy(RedisProcess sentinel) {
    var address =
        (List<?>) sentinel.endpoint().reply("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME);
    int port = Integer.parseInt((String) address.get(1));
    return servers.stream().filter(server -> server.port() == port).findFirst().orElseThrow();
  }

  private static Map<String, String> masterFields(RedisProcess sentinel) {
    var reply = (List<?>) sentinel.endpoint().reply("SENTINEL", "MASTER", MASTER_NAME);
    var fields = new HashMap<String, String>();
    for (int i = 0; i + 1 < reply.size(); i += 2) {
      fields.put((String) reply.get(i), (String) reply.get(i + 1));
    }
    return fields;
  }

  private static String replication(RedisProcess server, String name) {
    return Endpoint.field(server.endpoint().reply("INFO", "replication"), name);
  }
}
