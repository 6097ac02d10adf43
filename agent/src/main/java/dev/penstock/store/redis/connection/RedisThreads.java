package dev.penstock.store.redis.connection;

/** Threads of a link, which outlive whatever part of the application happens to start them. */
final class RedisThreads {
  private RedisThreads() {}

  static Thread named(String name, Runnable work) {
    Thread thread =
        new Thread(
            /* group= */ null, work, name, /* stackSize= */ 0, /* inheritThreadLocals= */ false);
    thread.setDaemon(true);
    // A web application that has asked first must not stay reachable from here when it has gone.
    thread.setContextClassLoader(null);
    return thread;
  }
}
