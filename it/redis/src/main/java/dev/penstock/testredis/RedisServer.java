package dev.penstock.testredis;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Redis that a test may use until it is closed. */
public interface RedisServer extends AutoCloseable {
  /*
   * A test does not know the source of the server, see RedisSource. So it uses its own keys and
   * changes no others. A test that kills or changes the server starts a RedisProcess.
   */

  /** The first available source: the configured server, Docker, the PATH, embedded. */
  static RedisServer start() {
    return start(RedisOptions.none());
  }

  /** The first available source that supports these options. */
  static RedisServer start(RedisOptions options) {
    return RedisSource.startServer(options);
  }

  /** The address at which clients on this machine reach it. */
  String host();

  int port();

  /** The URI for clients, with user and password. */
  String uri();

  /**
   * The reply to a command on a separate connection: a string, a long, a list of these, or null.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if the reply is an error or missing
   */
  @Nullable Object command(String name, String... arguments);

  /**
   * The matching keys with their time to live in milliseconds; -1 for a key that does not expire.
   */
  Map<String, Long> ttlsMillis(String pattern);

  /** All keys with their time to live in milliseconds; -1 for a key that does not expire. */
  default Map<String, Long> ttlsMillis() {
    return ttlsMillis("*");
  }

  /** True if it was started for this test and is not used by others. */
  boolean isOurs();

  /** True if it is a {@link RedisProcess}. */
  default boolean canBeKilled() {
    return this instanceof RedisProcess;
  }

  /** Removes all scripts, as a restart would. Fails for a server that others use. */
  default void flushScripts() {
    if (!isOurs()) {
      throw new IllegalStateException("not ours, so its scripts are not ours to flush: " + host());
    }
    command("SCRIPT", "FLUSH");
  }

  @Override
  void close();
}
