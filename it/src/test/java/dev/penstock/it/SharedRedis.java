package dev.penstock.it;

import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A part of a Redis that the JVMs of one test share, and nobody else does. */
record SharedRedis(RedisServer server, String prefix) {
  /** Long enough to be one, and in nobody's way. */
  static final String SECRET = "nobody may ever read this";

  static SharedRedis on(RedisServer server) {
    return new SharedRedis(server, "it-" + UUID.randomUUID().toString().substring(0, 8));
  }

  /**
   * The {@code store} of a rules file. Its timeout is long: what is decided without Redis because a
   * busy machine was slow would be counted elsewhere.
   */
  String store(String accuracy, int instances) {
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

  /** Its keys, each with the milliseconds it has left, -1 for one that stays for ever. */
  Map<String, Long> ttlsMillis() {
    return server.ttlsMillis(prefix + ":*");
  }

  /** All that is on record under its keys, as text. */
  List<String> values() {
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

  /** Removes what the test has left there. */
  void clear() {
    ttlsMillis().keySet().forEach(key -> server.command("DEL", key));
  }
}
