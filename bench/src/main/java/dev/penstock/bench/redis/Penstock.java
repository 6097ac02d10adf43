package dev.penstock.bench.redis;

import dev.penstock.limit.Limit;
import dev.penstock.log.AgentLog;
import dev.penstock.store.Budget;
import dev.penstock.store.Claims;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.StoreMaintenance;
import dev.penstock.store.redis.client.FailurePolicy;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisServer;
import java.util.List;
import java.util.function.IntPredicate;

/** Penstock's Redis store with one budget, configured like in the agent. */
final class Penstock implements Contender {
  private static final long MOST_KEYS = 1_000_000;

  /** Long, so that the store on a busy machine does not decide without Redis. */
  private static final long TIMEOUT_MICROS = 2_000_000;

  private static final long INSTANCES = 3;

  private final String label;
  private final RedisClient redis;
  private final RedisStore store;
  private final Budget budget;
  private final StoreMaintenance maintenance;

  Penstock(RedisServer server, String label, Limit limit, boolean isLeased) {
    this.label = label;
    AgentLog log = AgentLog.onStderr();
    Ticker ticker = Ticker.system();
    redis = RedisConnections.open(address(server), TIMEOUT_MICROS, log);
    // Other contenders of the same run must not use the same keys.
    String prefix = isLeased ? "penstock:leased" : "penstock";
    SharingSettings sharing = new SharingSettings(prefix, INSTANCES, isLeased, TIMEOUT_MICROS);
    LocalStore share = new LocalStore(ticker, MOST_KEYS, log);
    store = new RedisStore(redis, sharing, ticker, share, MOST_KEYS, log);
    budget = store.budget("orders", limit, FailurePolicy.CLOSED);
    maintenance = new StoreMaintenance(() -> List.of(store), isLeased, log);
    maintenance.start();
  }

  private static RedisAddress address(RedisServer server) {
    return new RedisAddress(
        RedisAddress.Topology.SINGLE,
        List.of(new RedisAddress.Node(server.host(), server.port())),
        /* masterName= */ null,
        /* user= */ null,
        /* password= */ null,
        /* database= */ 0,
        /* tls= */ false);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public IntPredicate decider() {
    Claims claims = new Claims();
    return key -> {
      claims.clear();
      // Spread over all bits, like a keyed hash.
      claims.add(budget, key * 0x9e3779b97f4a7c15L, ~key * 0xc2b2ae3d27d4eb4fL, /* units= */ 1);
      store.settle(claims);
      return claims.granted();
    };
  }

  /** The number of requests to Redis so far. */
  RedisClient.Health health() {
    return redis.health();
  }

  @Override
  public void close() {
    maintenance.stopRunning();
    store.returnAllLoans();
    redis.close();
  }
}
