package dev.penstock.store.redis.connection;

import dev.penstock.store.redis.client.RedisAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** Connects to the server that the Sentinels report as the current master. */
final class SentinelConnector implements Connector {
  /*
   * A Sentinel may be gone, or may report a former master. So all Sentinels are tried before the
   * connection fails. Used by one thread.
   */
  private static final int SENTINEL_MILLIS = 300;

  private static final int HIGHEST_PORT = 65_535;

  private final RedisAddress address;
  private final String masterName;
  private int lastWorking;

  SentinelConnector(RedisAddress address, String masterName) {
    this.address = address;
    this.masterName = masterName;
  }

  @Override
  public RedisSocket connect() {
    List<RedisAddress.Node> sentinels = address.nodes();
    RuntimeException failure = new JedisDataException("no Sentinel is configured");
    for (int i = 0; i < sentinels.size(); i++) {
      int index = (lastWorking + i) % sentinels.size();
      try {
        RedisSocket socket = connectToMaster(masterKnownBy(sentinels.get(index)));
        lastWorking = index;
        return socket;
      } catch (RuntimeException next) {
        failure = next;
      }
    }
    throw failure;
  }

  private RedisAddress.Node masterKnownBy(RedisAddress.Node sentinel) {
    Object reply = query(sentinel, address.withoutCredentials());
    // Most Sentinels need no password, and reject AUTH then. So the first attempt sends none.
    if (reply instanceof JedisDataException error
        && FailureReasons.of(error).startsWith("NOAUTH")) {
      reply = query(sentinel, address.withoutDatabase());
    }
    if (reply instanceof JedisDataException error) {
      throw error;
    }
    if (reply == null) {
      throw new JedisDataException("Sentinel " + sentinel + " knows no master " + masterName);
    }
    return address(reply, sentinel);
  }

  private static RedisAddress.Node address(Object reply, RedisAddress.Node sentinel) {
    if (reply instanceof List<?> place
        && place.size() == 2
        && place.get(0) instanceof byte[] host
        && place.get(1) instanceof byte[] digits) {
      int port = ErrorReplies.number(text(digits), HIGHEST_PORT);
      if (port > 0 && host.length > 0) {
        return new RedisAddress.Node(text(host), port);
      }
    }
    throw new UnreadableReplyException(
        "host and port from Sentinel " + sentinel, ReplyDescription.of(reply));
  }

  private @Nullable Object query(RedisAddress.Node sentinel, RedisAddress identity) {
    RedisSocket socket = RedisSocket.connect(sentinel, identity, SENTINEL_MILLIS);
    try {
      return socket.execute(Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", masterName);
    } finally {
      socket.close();
    }
  }

  private RedisSocket connectToMaster(RedisAddress.Node master) {
    RedisSocket socket = new ServerConnector(master, address).connect();
    try {
      requireMaster(socket.execute(Command.ROLE), master);
    } catch (RuntimeException broken) {
      socket.close();
      throw broken;
    }
    return socket;
  }

  /** A user without permission for ROLE has to trust the Sentinels. */
  private static void requireMaster(@Nullable Object role, RedisAddress.Node master) {
    if (role instanceof JedisDataException) {
      return;
    }
    if (!(role instanceof List<?> parts)
        || parts.isEmpty()
        || !(parts.get(0) instanceof byte[] name)) {
      throw new UnreadableReplyException("a role", ReplyDescription.of(role));
    }
    if (!text(name).equals("master")) {
      throw new JedisDataException(master + " is no longer the master");
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
