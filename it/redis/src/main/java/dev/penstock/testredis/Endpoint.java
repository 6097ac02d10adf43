package dev.penstock.testredis;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.util.SafeEncoder;

/** The address of a Redis and how to connect to it. */
record Endpoint(HostAndPort address, JedisClientConfig access) {
  /*
   * Each command has its own connection: tests kill, stop and restart servers between commands, and
   * a pool would hide the behavior of the server.
   */

  /**
   * The reply, made of strings, longs, lists and nulls; an error is a {@code JedisDataException}.
   */
  @Nullable Object command(String name, String... arguments) {
    ProtocolCommand command = () -> SafeEncoder.encode(name);
    try (var connection = new Jedis(address, access)) {
      return SafeEncoder.encodeObject(connection.sendCommand(command, arguments));
    }
  }

  /**
   * The matching keys with their time to live in milliseconds; -1 for a key that does not expire.
   */
  Map<String, Long> ttlsMillis(String pattern) {
    var ttls = new TreeMap<String, Long>();
    String cursor = "0";
    do {
      List<?> page = (List<?>) reply("SCAN", cursor, "MATCH", pattern, "COUNT", "1000");
      cursor = (String) page.get(0);
      for (Object key : (List<?>) page.get(1)) {
        long ttlMillis = (Long) reply("PTTL", (String) key);
        boolean exists = ttlMillis != -2;
        if (exists) {
          ttls.put((String) key, ttlMillis);
        }
      }
    } while (!cursor.equals("0"));
    return ttls;
  }

  /** For commands whose reply is never null. */
  Object reply(String name, String... arguments) {
    Object reply = command(name, arguments);
    if (reply == null) {
      throw new IllegalStateException("no reply to " + name + " " + Arrays.toString(arguments));
    }
    return reply;
  }

  /** The value of a line of {@code INFO} or {@code CLUSTER INFO}; empty if the line is missing. */
  static String field(Object info, String name) {
    return ((String) info)
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }
}
