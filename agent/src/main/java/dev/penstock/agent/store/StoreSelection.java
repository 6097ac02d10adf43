package dev.penstock.agent.store;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.StoreSettings;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.shadow.log.ClientId;
import dev.penstock.store.Store;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selects the store of the rules in force: this JVM, or Redis if the rules say so. */
public final class StoreSelection {
  /*
   * The Redis classes are loaded only if the rules use Redis. A reload that does not change the
   * Redis settings keeps the connections. Any other reload opens new ones; pending requests on the
   * old connections still complete.
   */
  private final Ticker ticker;
  private final AgentLog log;
  private final LocalStore local;
  private KeyHash localSecret;

  /** The secret of the divergence log at the time when the first key was hashed. */
  private @Nullable String logSecret;

  private boolean isSecretFixed;
  private @Nullable RedisBackend redisBackend;

  public StoreSelection(Ticker ticker, long mostKeys, AgentLog log) {
    this(ticker, mostKeys, KeyHash.withRandomSecret(), log);
  }

  public StoreSelection(Ticker ticker, long mostKeys, KeyHash localSecret, AgentLog log) {
    this.ticker = ticker;
    this.localSecret = localSecret;
    this.log = log;
    local = new LocalStore(ticker, mostKeys, log);
  }

  /** Applies the store settings of newly loaded rules. */
  public synchronized void configure(StoreSettings settings) {
    RedisSettings redis = settings.redis();
    RedisBackend backend = redisBackend;
    local.rememberAtMost(settings.mostKeys());
    if (backend != null && !backend.hasSettings(redis)) {
      backend.close();
      backend = null;
    }
    if (backend == null && redis != null) {
      backend = new RedisBackend(redis, settings.mostKeys(), ticker, log);
    }
    if (backend != null) {
      backend.rememberAtMost(settings.mostKeys());
    }
    redisBackend = backend;
  }

  /**
   * Hashes the keys of this JVM with the secret of the divergence log, if there is one, so that a
   * client has one hash everywhere. The first call decides: a later change would orphan all counts.
   */
  public synchronized void useLogSecret(@Nullable String newLogSecret) {
    if (!isSecretFixed) {
      isSecretFixed = true;
      logSecret = newLogSecret;
      localSecret = newLogSecret == null ? localSecret : ClientId.keyOf(newLogSecret);
    } else if (redisBackend == null && newLogSecret != null && !newLogSecret.equals(logSecret)) {
      log.repeated(
          "log secret",
          "the new `secret` of the divergence log takes effect when the JVM restarts, because"
              + " counts are stored under hashes of the old secret. Until then, use the old"
              + " secret with `report --key`",
          /* error= */ null);
    }
  }

  /** Returns how clients are identified where their keys must not be shown. */
  public synchronized ClientId clientIds(@Nullable String newLogSecret) {
    RedisBackend backend = redisBackend;
    if (backend != null) {
      boolean isKnownToAll = !backend.hasSecret() && newLogSecret == null;
      return ClientId.of(
          backend.secret(), isKnownToAll ? backend.secret().secretDigits() : ClientId.OF_STORE);
    }
    boolean isHidden = logSecret != null || newLogSecret != null;
    return ClientId.of(localSecret, isHidden ? null : localSecret.secretDigits());
  }

  /** Removes all budgets in force except those with these names. */
  public synchronized void keepOnly(Set<String> names) {
    RedisBackend backend = redisBackend;
    if (backend != null) {
      backend.store().keepOnly(names);
    }
    local.keepOnly(backend == null ? names : Set.of());
  }

  /** Removes keys whose limits are unused again. Called every 30 seconds. */
  public void sweep() {
    local.sweep();
    inForce().sweep();
  }

  /** Starts the maintenance of shared counts if it is not running. Called twice a second. */
  public synchronized void startMaintenance() {
    RedisBackend backend = redisBackend;
    if (backend != null) {
      backend.startMaintenance();
    }
  }

  /** Returns an object that changes when the counts move to another place. */
  public synchronized Object backend() {
    RedisBackend backend = redisBackend;
    return backend == null ? local : backend;
  }

  /** Returns the store of the rules in force. */
  public synchronized Store inForce() {
    RedisBackend backend = redisBackend;
    return backend == null ? local : backend.store();
  }

  /** Opens a separate store for one side of a comparison. */
  public synchronized Store inShadow(String side, long mostKeys) {
    RedisBackend backend = redisBackend;
    return backend == null
        ? new LocalStore(ticker, mostKeys, log)
        : backend.openShadowStore(side, mostKeys);
  }

  /** Returns the hash function for keys. */
  public synchronized KeyHash secret() {
    RedisBackend backend = redisBackend;
    return backend == null ? localSecret : backend.secret();
  }

  /** Returns the state and counters of Redis; null if counts are in this JVM. */
  public synchronized @Nullable RedisFigures redisFigures() {
    RedisBackend backend = redisBackend;
    return backend == null ? null : backend.figures();
  }
}
