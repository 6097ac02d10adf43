package dev.penstock.agent;

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

/** The JVMs that share budgets by way of a Redis, as seen by one of them. */
final class FleetMembership {
  private static final String NOBODYS_SECRET = "penstock";

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
  private final StoreMaintenance pulse;
  private final @Nullable Thread atEnd;

  FleetMembership(RedisSettings settings, long mostKeys, Ticker ticker, AgentLog log) {
    this.settings = settings;
    this.ticker = ticker;
    this.log = log;
    boolean leased = settings.accuracy() == RedisSettings.Accuracy.LEASED;
    redis = RedisConnections.open(settings.address(), settings.timeoutMicros(), log);
    sharing =
        new SharingSettings(
            settings.prefix(), settings.instances(), leased, settings.timeoutMicros());
    secret = KeyHash.withSecret(secretOf(settings));
    hasSecret = !secretOf(settings).equals(NOBODYS_SECRET);
    store = open(sharing, mostKeys);
    pulse = new StoreMaintenance(this::all, leased, log);
    atEnd = leased ? new Thread(this::returnLoans, "penstock-end") : null;
    if (atEnd != null) {
      Runtime.getRuntime().addShutdownHook(atEnd);
    }
  }

  /** All who have the same file have the same; whoever knows the password can count anyway. */
  private static String secretOf(RedisSettings settings) {
    String password = settings.address().password();
    String own = settings.secret();
    return own != null ? own : password != null ? password : NOBODYS_SECRET;
  }

  private synchronized RedisStore open(SharingSettings as, long mostKeys) {
    LocalStore share = new LocalStore(ticker, mostKeys, log);
    RedisStore fresh = new RedisStore(redis, as, ticker, share, mostKeys, log);
    stores.add(fresh);
    return fresh;
  }

  private synchronized List<RedisStore> all() {
    return List.copyOf(stores);
  }

  /**
   * Makes ready for the first call, if that was not done: connects and loads what is needed for
   * that, which takes longer than a call may. Not from the start, since a thread that loads classes
   * while the JVM still starts can lock it up.
   */
  synchronized void look() {
    if (pulse.getState() == Thread.State.NEW) {
      pulse.start();
    }
  }

  boolean isOf(@Nullable RedisSettings others) {
    return settings.equals(others);
  }

  Store store() {
    return store;
  }

  /** A store for budgets that must not be mixed up with those in force. */
  Store store(String side, long mostKeys) {
    return open(sharing.under(sharing.prefix() + ":" + side), mostKeys);
  }

  /** True if hashing as this does takes a secret or a password. */
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
    // Whoever hangs up before Redis has heard of it keeps what nobody will spend.
    redis.awaitCompletions();
    redis.close();
  }

  /** Hands back what was borrowed, and lets go of connections once that is done. */
  void leave() {
    if (atEnd != null) {
      Runtime.getRuntime().removeShutdownHook(atEnd);
    }
    pulse.stopRunning();
    Thread leaving = new Thread(this::returnLoans, "penstock-leaving");
    leaving.setDaemon(true);
    leaving.start();
  }

  /** How things stand, in numbers. */
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
