package dev.penstock.store.redis.connection;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** Converts the text of an error reply into a Jedis exception. */
final class ErrorReplies {
  private static final int HIGHEST_PORT = 65_535;

  private ErrorReplies() {}

  /** A redirection without a valid slot or address becomes a plain error. */
  static JedisDataException of(String message) {
    if (message.startsWith("NOSCRIPT")) {
      return new JedisNoScriptException(message);
    }
    String[] words = message.split(" ", -1);
    boolean isMoved = words[0].equals("MOVED");
    if (words.length == 3 && (isMoved || words[0].equals("ASK"))) {
      int slot = number(words[1], Protocol.CLUSTER_HASHSLOTS - 1);
      HostAndPort place = place(words[2]);
      if (slot >= 0 && place != null) {
        return isMoved
            ? new JedisMovedDataException(message, place, slot)
            : new JedisAskDataException(message, place, slot);
      }
    }
    return new JedisDataException(message);
  }

  private static @Nullable HostAndPort place(String text) {
    int colon = text.lastIndexOf(':');
    int port = colon < 0 ? -1 : number(text.substring(colon + 1), HIGHEST_PORT);
    return port <= 0 ? null : new HostAndPort(text.substring(0, colon), port);
  }

  /** Returns the number if it is from 0 to {@code most}, or -1. */
  static int number(String text, int most) {
    try {
      int number = Integer.parseInt(text);
      return number >= 0 && number <= most ? number : -1;
    } catch (NumberFormatException noNumber) {
      return -1;
    }
  }
}
