package dev.penstock.store.redis.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** Describes the types in a reply for a log line, without its content. */
final class ReplyDescription {
  private static final int MOST_PARTS = 8;

  private ReplyDescription() {}

  static String of(@Nullable Object reply) {
    if (!(reply instanceof List<?> parts)) {
      return word(reply);
    }
    StringBuilder text = new StringBuilder("an array of ").append(parts.size());
    for (int i = 0; i < Math.min(parts.size(), MOST_PARTS); i++) {
      text.append(i == 0 ? ": " : ", ").append(word(parts.get(i)));
    }
    return parts.size() > MOST_PARTS ? text + ", ..." : text.toString();
  }

  private static String word(@Nullable Object part) {
    if (part == null) {
      return "null";
    }
    if (part instanceof Long) {
      return "integer";
    }
    if (part instanceof List<?> parts) {
      return "array of " + parts.size();
    }
    return part instanceof JedisDataException ? "error" : "string";
  }
}
