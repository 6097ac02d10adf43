package dev.penstock.store.redis.client;

import java.util.List;

/**
 * The replies that a script can return. Any other reply means that the server, or a proxy, is
 * broken, and counts as a failure like an error reply.
 */
public interface ReplyShape {
  /** True if the reply has this shape and every number in it is in range. */
  boolean matches(List<?> reply);

  /** The shape in words, for a log line that starts with "expected". */
  String expected();
}
