package dev.penstock.inbound;

import dev.penstock.log.AgentLog;

/** WebSocket sessions whose end the server does not report; their slots end with the handshake. */
public final class UnreportedSessions {
  private static final String CAUSE = "websocket";

  private UnreportedSessions() {}

  static void add(AgentLog log) {
    log.repeated(
        CAUSE,
        "this server does not report the end of WebSocket sessions, so `concurrency` counts a"
            + " session only during its handshake",
        /* error= */ null);
  }

  /** A line for {@code status}; empty if there was no such session. */
  public static String statusLine(AgentLog log) {
    long count = log.count(CAUSE);
    return count == 0
        ? ""
        : "websocket   `concurrency` counted only the handshake of "
            + (count == 1 ? "1 session" : count + " sessions")
            + ", as this server does not report their end\n";
  }
}
