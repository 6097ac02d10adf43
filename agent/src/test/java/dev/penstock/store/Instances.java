package dev.penstock.store;

import dev.penstock.log.AgentLog;
import dev.penstock.store.local.LocalStore;
import dev.penstock.store.redis.RedisStore;
import dev.penstock.store.redis.SharingSettings;
import dev.penstock.store.redis.client.RedisAddress;
import dev.penstock.store.redis.client.RedisClient;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.store.redis.script.InstanceId;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Stores that share one Redis. Each has its own connection, as if it were in its own JVM. */
final class Instances implements AutoCloseable {
  /** A timeout so long that a slow machine does not affect the test. */
  static final long PATIENT_MICROS = 10_000_000;

  private static final long LAPSE_MICROS = SharingSettings.LAPSE_MICROS;

  private final RedisAddress address;
  private final long timeoutMicros;
  private final boolean leased;
  private final long instances;
  private final String prefix = UUID.randomUUID().toString().substring(0, 13);
  private final List<RedisClient> clients = new ArrayList<>();
  private final List<RedisStore> stores = new ArrayList<>();
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  /**
   * @param instances the configured number of instances that share the limits
   */
  Instances(String uri, long timeoutMicros, boolean leased, long instances) {
    address = RedisAddress.parse(uri);
    this.timeoutMicros = timeoutMicros;
    this.leased = leased;
    this.instances = instances;
  }

  static Instances exact(String uri) {
    return new Instances(uri, PATIENT_MICROS, /* leased= */ false, /* instances= */ 3);
  }

  static Instances leased(String uri) {
    return new Instances(uri, PATIENT_MICROS, /* leased= */ true, /* instances= */ 3);
  }

  /** Adds a store. */
  RedisStore store() {
    return store(LAPSE_MICROS);
  }

  /** Adds a store whose concurrency slots expire after this time without a heartbeat. */
  RedisStore store(long lapseMicros) {
    return store(lapseMicros, Ticker.system(), client -> client);
  }

  /** Adds a store with this clock, whose client of Redis is wrapped by this function. */
  RedisStore store(long lapseMicros, Ticker ticker, UnaryOperator<RedisClient> wrapper) {
    RedisClient client = RedisConnections.open(address, timeoutMicros, log);
    InstanceId instance = new InstanceId("member-" + stores.size(), lapseMicros);
    RedisStore store =
        new RedisStore(
            wrapper.apply(client),
            new SharingSettings(prefix, instances, leased, timeoutMicros, instance),
            ticker,
            new LocalStore(ticker, /* mostKeys= */ 1_000_000, log),
            /* mostKeys= */ 1_000_000,
            log);
    clients.add(client);
    stores.add(store);
    return store;
  }

  List<RedisClient> clients() {
    return clients;
  }

  List<RedisStore> stores() {
    return stores;
  }

  /** Matches the names of all keys in Redis. */
  String keys() {
    return prefix + ":*";
  }

  /** The lines that the agent would write to stderr. */
  List<String> logLines() {
    return logged.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Waits until the condition holds, at most 30 seconds. */
  static void await(String description, BooleanSupplier condition) {
    long endNanos = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - endNanos > 0) {
        throw new AssertionError("did not happen within 30 s: " + description);
      }
      pause(10);
    }
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    clients.forEach(RedisClient::close);
  }
}
