package dev.penstock.store.redis.connection;

import redis.clients.jedis.exceptions.JedisDataException;

/** Why something failed, in words that people may read: no arguments, no credentials. */
final class FailureReasons {
  private static final int LONGEST = 200;

  /** Servers quote what they were sent if they do not know a command. */
  private static final String QUOTATION = ", with args";

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
    return message == null ? first.getClass().getSimpleName() : tidy(message);
  }

  /** One line of what a server says, without a full stop: more may follow. */
  static String tidy(String message) {
    int quotation = message.indexOf(QUOTATION);
    String own = quotation < 0 ? message : message.substring(0, quotation);
    String line = own.replaceAll("\\s+", " ").replaceFirst("[ .]+$", "").strip();
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
  }
}
