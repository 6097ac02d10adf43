package dev.penstock.testredis;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Redis that a test may use until it is closed. */
public interface RedisServer extends AutoCloseable {
  /*
   * Where it comes from is none of the test's business: see RedisSource. So a test uses keys of
   * its own and leaves others alone; one that does harm starts a RedisProcess.
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
   * The reply to a command on a connection of its own: a string, a long, a list of these, or null.
   *
   * @throws redis.clients.jedis.exceptions.JedisException if the server says no, or nothing
   */
  @Nullable Object command(String name, String... arguments);

  /**
   * The keys that match, each with the milliseconds it has left, -1 for one that stays for ever.
   */
  Map<String, Long> ttlsMillis(String pattern);

  /** All keys, each with the milliseconds it has left, -1 for one that stays for ever. */
  default Map<String, Long> ttlsMillis() {
    return ttlsMillis("*");
  }

  /** True if it was started for this test and is not used by others. */
  boolean isOurs();

  /** True if it is a {@link RedisProcess}. */
  default boolean canBeKilled() {
    return this instanceof RedisProcess;
  }

  /** Makes it forget all scripts, as a restart would; not for one that is not ours. */
  default void flushScripts() {
    if (!isOurs()) {
      throw new IllegalStateException("not ours, so its scripts are not ours to flush: " + host());
    }
    command("SCRIPT", "FLUSH");
  }

  @Override
  void close();
}
