package dev.penstock.agent;

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

/** Where budgets are kept: in this JVM, or from the first rules on that say so, in Redis. */
final class StoreSelection {
  /*
   * Without Redis in the rules nothing of it is loaded. A reload that leaves the settings as they are
   * goes on with the same connections; any other makes new ones, and what is under way with the old
   * ones gets its answer from them.
   */
  private final Ticker ticker;
  private final AgentLog log;
  private final LocalStore local;
  private KeyHash localSecret;

  /** What the rules had as the secret of their log when keys were hashed first. */
  private @Nullable String logSecret;

  private boolean isSecretFixed;
  private @Nullable FleetMembership fleet;

  StoreSelection(Ticker ticker, long mostKeys, AgentLog log) {
    this(ticker, mostKeys, KeyHash.withRandomSecret(), log);
  }

  StoreSelection(Ticker ticker, long mostKeys, KeyHash localSecret, AgentLog log) {
    this.ticker = ticker;
    this.localSecret = localSecret;
    this.log = log;
    local = new LocalStore(ticker, mostKeys, log);
  }

  /** From now on keeps budgets as these settings say. */
  synchronized void keepAs(StoreSettings settings) {
    RedisSettings redis = settings.redis();
    FleetMembership known = fleet;
    local.rememberAtMost(settings.mostKeys());
    if (known != null && !known.isOf(redis)) {
      known.leave();
      known = null;
    }
    if (known == null && redis != null) {
      known = new FleetMembership(redis, settings.mostKeys(), ticker, log);
    }
    if (known != null) {
      known.rememberAtMost(settings.mostKeys());
    }
    fleet = known;
  }

  /**
   * What the rules have as the secret of their log, if they have one, is what keys are hashed with
   * in this JVM, so that a client has one hash. To change that later would orphan what was spent.
   */
  synchronized void hashWith(@Nullable String newLogSecret) {
    if (!isSecretFixed) {
      isSecretFixed = true;
      logSecret = newLogSecret;
      localSecret = newLogSecret == null ? localSecret : ClientId.keyOf(newLogSecret);
    } else if (fleet == null && newLogSecret != null && !newLogSecret.equals(logSecret)) {
      log.repeated(
          "log secret",
          "the new `secret` of the divergence log takes effect when the JVM starts again: keys keep"
              + " the hash that their counts are kept under, and `report --key` needs the old one",
          /* error= */ null);
    }
  }

  /** What clients are called where their keys must not be shown. */
  synchronized ClientId clients(@Nullable String newLogSecret) {
    FleetMembership known = fleet;
    if (known != null) {
      boolean isKnownToAll = !known.hasSecret() && newLogSecret == null;
      return ClientId.of(
          known.secret(), isKnownToAll ? known.secret().secretDigits() : ClientId.OF_STORE);
    }
    boolean isHidden = logSecret != null || newLogSecret != null;
    return ClientId.of(localSecret, isHidden ? null : localSecret.secretDigits());
  }

  /** Forgets all budgets in force but those of these names. */
  synchronized void keepOnly(Set<String> names) {
    FleetMembership known = fleet;
    if (known != null) {
      known.store().keepOnly(names);
    }
    local.keepOnly(known == null ? names : Set.of());
  }

  /** Forgets what is whole again; to be called now and then. */
  void sweep() {
    local.sweep();
    inForce().sweep();
  }

  /** Looks after what is shared with others; to be called now and then. */
  synchronized void look() {
    FleetMembership known = fleet;
    if (known != null) {
      known.look();
    }
  }

  /** What changes when everything is kept elsewhere from now on. */
  synchronized Object home() {
    FleetMembership known = fleet;
    return known == null ? local : known;
  }

  /** Where the budgets of the rules in force are kept. */
  synchronized Store inForce() {
    FleetMembership known = fleet;
    return known == null ? local : known.store();
  }

  /** Where the budgets of a side in shadow are kept, apart from all others. */
  synchronized Store inShadow(String side, long mostKeys) {
    FleetMembership known = fleet;
    return known == null ? new LocalStore(ticker, mostKeys, log) : known.store(side, mostKeys);
  }

  /** What keys are hashed with. */
  synchronized KeyHash secret() {
    FleetMembership known = fleet;
    return known == null ? localSecret : known.secret();
  }

  /** How things stand with Redis, in numbers; null if budgets are kept in this JVM. */
  synchronized @Nullable RedisFigures redisFigures() {
    FleetMembership known = fleet;
    return known == null ? null : known.figures();
  }
}
