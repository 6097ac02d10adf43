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

/** Stores that share one Redis, each with its own connection, like as many JVMs. */
final class Instances implements AutoCloseable {
  /** A timeout so long that a slow machine does not affect the test. */
  static final long PATIENT_MICROS = 10_000_000;

  private static final long LAPSE_MICROS = SharingSettings.LAPSE_MICROS;

  private final RedisAddress address;
  private final long timeoutMicros;
  private final boolean leased;
  private final long instances;
  private final String prefix = UUID.randomUUID().toString().substring(0, 13);
  private final List<RedisClient> links = new ArrayList<>();
  private final List<RedisStore> stores = new ArrayList<>();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  /**
   * @param instances how many are said to share the limits
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

  /** One more. */
  RedisStore store() {
    return store(LAPSE_MICROS);
  }

  /** One more, whose slots come back after so long without a sign of life. */
  RedisStore store(long lapseMicros) {
    return store(lapseMicros, Ticker.system(), link -> link);
  }

  /** One more, that asks Redis by way of something else, and has a clock of its own. */
  RedisStore store(long lapseMicros, Ticker ticker, UnaryOperator<RedisClient> way) {
    RedisClient link = RedisConnections.open(address, timeoutMicros, log);
    InstanceId instance = new InstanceId("member-" + stores.size(), lapseMicros);
    RedisStore store =
        new RedisStore(
            way.apply(link),
            new SharingSettings(prefix, instances, leased, timeoutMicros, instance),
            ticker,
            new LocalStore(ticker, /* mostKeys= */ 1_000_000, log),
            /* mostKeys= */ 1_000_000,
            log);
    links.add(link);
    stores.add(store);
    return store;
  }

  List<RedisClient> links() {
    return links;
  }

  List<RedisStore> stores() {
    return stores;
  }

  /** Matches the names of all keys in Redis. */
  String keys() {
    return prefix + ":*";
  }

  /** What the agent would have written to stderr. */
  List<String> said() {
    return said.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Waits, not for ever. */
  static void await(String what, BooleanSupplier isSo) {
    long endNanos = System.nanoTime() + 30_000_000_000L;
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - endNanos > 0) {
        throw new AssertionError("never so: " + what);
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
    links.forEach(RedisClient::close);
  }
}
