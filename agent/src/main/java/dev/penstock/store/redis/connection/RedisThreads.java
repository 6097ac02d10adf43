package dev.penstock.store.redis.connection;

/**
 * Creates the background threads of Redis connections. They do not depend on the application thread
 * that starts them.
 */
final class RedisThreads {
  private RedisThreads() {}

  static Thread named(String name, Runnable work) {
    Thread thread =
        new Thread(
            /* group= */ null, work, name, /* stackSize= */ 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(true);
    // A web application that sent the first request must be collectable after it is undeployed.
    thread.setContextClassLoader(null);
    return thread;
  }
}
