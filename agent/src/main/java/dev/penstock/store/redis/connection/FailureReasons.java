package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisDataException;

/** Describes a failure in a few words for a log line, without arguments and credentials. */
final class FailureReasons {
  private static final int MAX_LENGTH = 200;

  /** Redis quotes the arguments of a command that it does not know. */
  private static final String QUOTED_ARGUMENTS = ", with args";

  private FailureReasons() {}

  static String of(Throwable failure) {
    Throwable first = failure;
    while (first.getCause() != null && !(first instanceof JedisDataException)) {
      first = first.getCause();
    }
    if (first.getSuppressed().length > 0) {
      first = first.getSuppressed()[0];
    }
    String message = first.getMessage();
    return message == null ? first.getClass().getSimpleName() : shorten(message);
  }

  /** The server's message as one line without a full stop, because a caller may append text. */
  static String shorten(String message) {
    int quotation = message.indexOf(QUOTED_ARGUMENTS);
    String own = quotation < 0 ? message : message.substring(0, quotation);
    String line = own.replaceAll("\\s+", " ").replaceFirst("[ .]+$", "").strip();
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
  }
}
