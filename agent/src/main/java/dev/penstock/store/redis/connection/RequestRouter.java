package dev.penstock.store.redis.connection;

/** The way from a question to the server that can answer it. */
interface RequestRouter {
  /** Sees that the errand gets there, or is settled. */
  void take(QueuedRequest request);

  /** True if no server on this route is left alone. */
  boolean isAnswering();

  /** Lets go of connections and threads. */
  void close();
}
