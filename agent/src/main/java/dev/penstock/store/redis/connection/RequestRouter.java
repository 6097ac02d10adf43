package dev.penstock.store.redis.connection;

/** Passes each request to the connection of the node that serves its key. */
interface RequestRouter {
  /** Passes the request on, or completes it if no node is available. */
  void route(QueuedRequest request);

  /** True if no breaker of this router is open. */
  boolean isAvailable();

  /** Closes connections and ends threads. */
  void close();
}
