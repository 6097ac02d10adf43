package dev.penstock.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Reaches the server that sentinels call the master now. */
final class SentinelDialer implements Dialer {
  /*
   * A sentinel may be gone, or name a master that is none any more; the others are asked before
   * anybody is told that nobody is there. Used by one thread.
   */
  private static final int SENTINEL_MILLIS = 300;

  private final RedisAddress address;
  private final String masterName;
  private int last;

  SentinelDialer(RedisAddress address, String masterName) {
    this.address = address;
    this.masterName = masterName;
  }

  @Override
  public Line dial() {
    List<RedisAddress.Node> sentinels = address.nodes();
    RuntimeException failure = new JedisDataException("no sentinel is known");
    for (int i = 0; i < sentinels.size(); i++) {
      int index = (last + i) % sentinels.size();
      try {
        Line line = dialMaster(masterKnownBy(sentinels.get(index)));
        last = index;
        return line;
      } catch (JedisException next) {
        failure = next;
      }
    }
    throw failure;
  }

  private RedisAddress.Node masterKnownBy(RedisAddress.Node sentinel) {
    Object reply = ask(sentinel, address.asStranger());
    // Sentinels mostly let anybody in, and then do not take a password either.
    if (reply instanceof JedisDataException refusal && Reasons.of(refusal).startsWith("NOAUTH")) {
      reply = ask(sentinel, address.withoutDatabase());
    }
    if (reply instanceof JedisDataException refusal) {
      throw refusal;
    }
    if (!(reply instanceof List<?> place) || place.size() != 2) {
      throw new JedisDataException("sentinel " + sentinel + " knows no master " + masterName);
    }
    return new RedisAddress.Node(text(place.get(0)), Integer.parseInt(text(place.get(1))));
  }

  private @Nullable Object ask(RedisAddress.Node sentinel, RedisAddress identity) {
    Line line = Line.to(sentinel, identity, SENTINEL_MILLIS);
    try {
      return line.request(Command.SENTINEL, "GET-MASTER-ADDR-BY-NAME", masterName);
    } finally {
      line.hangUp();
    }
  }

  private Line dialMaster(RedisAddress.Node master) {
    Line line = new ServerDialer(master, address).dial();
    Object role;
    try {
      role = line.request(Command.ROLE);
    } catch (RuntimeException broken) {
      line.hangUp();
      throw broken;
    }
    // Who may not ask for the role has to believe the sentinels.
    if (role instanceof List<?> parts && !text(parts.get(0)).equals("master")) {
      line.hangUp();
      throw new JedisDataException(master + " is not the master any more");
    }
    return line;
  }

  private static String text(@Nullable Object part) {
    return part instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : "" + part;
  }
}
