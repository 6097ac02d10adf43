package dev.penstock.it.harness;

import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The keys of one test in a shared Redis, separated by a prefix. */
public record RedisNamespace(RedisServer server, String prefix) {
  /** A valid secret for hashed client names. */
  public static final String SECRET = "only for integration tests";

  public static RedisNamespace on(RedisServer server) {
    return new RedisNamespace(server, "it-" + UUID.randomUUID().toString().substring(0, 8));
  }

  /**
   * The {@code store} section of a rules file. The timeout is long, so that a slow machine does not
   * make a JVM decide without Redis.
   */
  public String store(String accuracy, int instances) {
    return """
    store:
      redis: "%s"
      accuracy: %s
      timeout: 5s
      instances: %d
      prefix: %s
      secret: "%s"
    """
        .formatted(server.uri(), accuracy, instances, prefix, SECRET);
  }

  /** The keys with their time to live in milliseconds; -1 for a key that does not expire. */
  public Map<String, Long> ttlsMillis() {
    return server.ttlsMillis(prefix + ":*");
  }

  /** The values of the keys, as text. */
  public List<String> values() {
    List<String> values = new ArrayList<>();
    for (String key : ttlsMillis().keySet()) {
      String type = String.valueOf(server.command("TYPE", key));
      values.add(
          String.valueOf(
              switch (type) {
                case "hash" -> server.command("HGETALL", key);
                case "zset" -> server.command("ZRANGE", key, "0", "-1", "WITHSCORES");
                case "list" -> server.command("LRANGE", key, "0", "-1");
                case "set" -> server.command("SMEMBERS", key);
                case "string" -> server.command("GET", key);
                default -> "";
              }));
    }
    return values;
  }

  /** Deletes all keys. */
  public void clear() {
    ttlsMillis().keySet().forEach(key -> server.command("DEL", key));
  }
}
