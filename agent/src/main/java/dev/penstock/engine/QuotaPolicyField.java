package dev.penstock.engine;

import dev.penstock.limit.Limit;

/**
 * The part of a quota in header fields that is the same for all clients; computed once.
 *
 * @param limit the limit that it describes
 * @param quotedName the quota's name; the parser rejects quotes and backslashes in names
 * @param text such as {@code "api";q=100;w=60}
 * @param permits such as {@code 100}
 */
record QuotaPolicyField(Limit limit, String quotedName, String text, String permits) {
  private static final long SECOND_MICROS = 1_000_000;

  static QuotaPolicyField of(String name, Limit limit) {
    String quoted = '"' + name + '"';
    String permits = Long.toString(limit.permits());
    return new QuotaPolicyField(
        limit, quoted, quoted + ";q=" + permits + parameters(limit), permits);
  }

  /** The draft has no windows shorter than a second, so such a window is left out. */
  private static String parameters(Limit limit) {
    if (limit.periodMicros() == 0) {
      return ";qu=\"concurrent-requests\"";
    }
    String window =
        limit.periodMicros() % SECOND_MICROS == 0
            ? ";w=" + limit.periodMicros() / SECOND_MICROS
            : "";
    return limit.capacity() == limit.permits()
        ? window
        : window + ";penstock-burst=" + limit.capacity();
  }
}
