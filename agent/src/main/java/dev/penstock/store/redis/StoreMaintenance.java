package dev.penstock.store.redis;

import dev.penstock.log.AgentLog;
import java.util.List;
import java.util.function.Supplier;

/**
 * The background thread of the Redis stores: warms them up, returns idle loans and sends
 * heartbeats.
 */
public final class StoreMaintenance extends Thread {
  private static final long BEAT_MILLIS = 100;
  private static final int BEATS_PER_SIGN_OF_LIFE = 40;

  private final Supplier<List<RedisStore>> stores;
  private final boolean leased;
  private final AgentLog log;
  private volatile boolean over;

  /**
   * @param leased true if there are loans to return; otherwise the thread wakes up rarely
   */
  public StoreMaintenance(Supplier<List<RedisStore>> stores, boolean leased, AgentLog log) {
    super("penstock-store");
    this.stores = stores;
    this.leased = leased;
    this.log = log;
    setDaemon(true);
    // The class loader of the application must not stay reachable from this thread.
    setContextClassLoader(null);
  }

  @Override
  public void run() {
    warmUp();
    for (int beat = 1; !over; beat++) {
      try {
        Thread.sleep(leased ? BEAT_MILLIS : BEAT_MILLIS * BEATS_PER_SIGN_OF_LIFE);
        boolean signs = !leased || beat % BEATS_PER_SIGN_OF_LIFE == 0;
        for (RedisStore store : stores.get()) {
          store.returnIdleLoans();
          if (signs) {
            store.sendHeartbeats();
          }
        }
      } catch (InterruptedException ended) {
        return;
      } catch (Throwable error) {
        log.repeated(
            "store maintenance",
            "internal error in the background work for Redis limits; it continues",
            error);
      }
    }
  }

  private void warmUp() {
    try {
      for (RedisStore store : stores.get()) {
        store.warmUp();
      }
    } catch (Throwable error) {
      log.repeated(
          "store maintenance",
          "internal error in the background work for Redis limits; it continues",
          error);
    }
  }

  public void stopRunning() {
    over = true;
    interrupt();
  }
}
