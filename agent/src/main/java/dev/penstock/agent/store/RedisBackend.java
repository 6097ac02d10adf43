package dev.penstock.agent.store;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.DecisionSourceCounts;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.StoreMaintenance;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The Redis that this JVM shares counts through: its client, the stores on it, and the thread that
 * maintains them.
 */
public final class RedisBackend {
  private static final String DEFAULT_SECRET = "penstock";

  private static final double MICROS_PER_SECOND = 1_000_000;

  private final RedisSettings settings;
  private final Ticker ticker;
  private final AgentLog log;
  private final RedisClient redis;
  private final SharingSettings sharing;
  private final KeyHash secret;
  private final boolean hasSecret;
  private final RedisStore store;
  private final List<RedisStore> stores = new ArrayList<>();
  private final StoreMaintenance maintenance;
  private final @Nullable Thread shutdownHook;

  RedisBackend(RedisSettings settings, long mostKeys, Ticker ticker, AgentLog log) {
    this.settings = settings;
    this.ticker = ticker;
    this.log = log;
    boolean leased = settings.accuracy() == RedisSettings.Accuracy.LEASED;
    redis = RedisConnections.open(settings.address(), settings.timeoutMicros(), log);
    sharing =
        new SharingSettings(
            settings.prefix(), settings.instances(), leased, settings.timeoutMicros());
    secret = KeyHash.withSecret(secretOf(settings));
    hasSecret = !secretOf(settings).equals(DEFAULT_SECRET);
    store = open(sharing, mostKeys);
    maintenance = new StoreMaintenance(this::all, leased, log);
    shutdownHook = leased ? new Thread(this::returnLoans, "penstock-end") : null;
    if (shutdownHook != null) {
      Runtime.getRuntime().addShutdownHook(shutdownHook);
    }
  }

  /**
   * All JVMs must hash alike. The password serves as the secret if there is no other: any client
   * that knows it can read the counts anyway.
   */
  private static String secretOf(RedisSettings settings) {
    String password = settings.address().password();
    String own = settings.secret();
    return own != null ? own : password != null ? password : DEFAULT_SECRET;
  }

  private synchronized RedisStore open(SharingSettings as, long mostKeys) {
    LocalStore share = new LocalStore(ticker, mostKeys, log);
    RedisStore opened = new RedisStore(redis, as, ticker, share, mostKeys, log);
    stores.add(opened);
    return opened;
  }

  private synchronized List<RedisStore> all() {
    return List.copyOf(stores);
  }

  /**
   * Starts the maintenance thread if it is not running. It connects and loads classes before the
   * first call needs them. The constructor does not start it, because a thread that loads classes
   * while the JVM is still starting can deadlock it.
   */
  synchronized void startMaintenance() {
    if (maintenance.getState() == Thread.State.NEW) {
      maintenance.start();
    }
  }

  boolean hasSettings(@Nullable RedisSettings other) {
    return settings.equals(other);
  }

  Store store() {
    return store;
  }

  /** Opens a store whose counts are separate from those of the rules in force. */
  Store openShadowStore(String side, long mostKeys) {
    return open(sharing.under(sharing.prefix() + ":" + side), mostKeys);
  }

  /** True if keys are hashed with a secret or a password. */
  boolean hasSecret() {
    return hasSecret;
  }

  KeyHash secret() {
    return secret;
  }

  void rememberAtMost(long mostKeys) {
    for (RedisStore each : all()) {
      each.rememberAtMost(mostKeys);
    }
  }

  private void returnLoans() {
    for (RedisStore each : all()) {
      each.returnAllLoans();
    }
    // Closing before Redis has received the refund would lose it until the lease expires.
    redis.awaitCompletions();
    redis.close();
  }

  /** Returns all leases to Redis in the background, then closes the connections. */
  void close() {
    if (shutdownHook != null) {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    }
    maintenance.stopRunning();
    Thread closing = new Thread(this::returnLoans, "penstock-closing");
    closing.setDaemon(true);
    closing.start();
  }

  /** Returns the state and counters of Redis. */
  RedisFigures figures() {
    RedisClient.Health health = redis.health();
    DecisionSourceCounts.Decided decided = store.decisionSources();
    return new RedisFigures(
        settings.toString(),
        health.answering(),
        health.asked(),
        health.roundTrips(),
        health.late(),
        health.away(),
        health.errors(),
        health.opened(),
        health.closed(),
        latency(),
        decided.byRedis(),
        decided.byLocalShare(),
        decided.passedUncounted(),
        decided.rejectedUnavailable());
  }

  private Histogram latency() {
    RedisClient.Latency latency = redis.latency();
    return new Histogram(
        latency.boundsMicros().stream().map(micros -> micros / MICROS_PER_SECOND).toList(),
        latency.counts(),
        latency.sumMicros() / MICROS_PER_SECOND);
  }
}
