package dev.penstock.store;

import dev.penstock.log.AgentLog;
import dev.penstock.redis.Redis;
import dev.penstock.redis.RedisAddress;
import dev.penstock.redis.RedisLink;
import dev.penstock.shared.SharedStore;
import dev.penstock.shared.Sharing;
import dev.penstock.twin.Member;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Stores that share one Redis, each with a link of its own, as so many JVMs would have. */
final class Instances implements AutoCloseable {
  /** Here nothing is to be decided by how busy the machine is. */
  static final long PATIENT_MICROS = 10_000_000;

  private static final long LAPSE_MICROS = Sharing.LAPSE_MICROS;

  private final RedisAddress address;
  private final long timeoutMicros;
  private final boolean leased;
  private final long instances;
  private final String prefix = UUID.randomUUID().toString().substring(0, 13);
  private final List<Redis> links = new ArrayList<>();
  private final List<SharedStore> stores = new ArrayList<>();
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
  SharedStore store() {
    return store(LAPSE_MICROS);
  }

  /** One more, whose slots come back after so long without a sign of life. */
  SharedStore store(long lapseMicros) {
    return store(lapseMicros, Ticker.system(), link -> link);
  }

  /** One more, that asks Redis by way of something else, and has a clock of its own. */
  SharedStore store(long lapseMicros, Ticker ticker, UnaryOperator<Redis> way) {
    Redis link = RedisLink.open(address, timeoutMicros, log);
    Member member = new Member("member-" + stores.size(), lapseMicros);
    SharedStore store =
        new SharedStore(
            way.apply(link),
            new Sharing(prefix, instances, leased, timeoutMicros, member),
            ticker,
            new LocalStore(ticker, /* mostKeys= */ 1_000_000, log),
            /* mostKeys= */ 1_000_000,
            log);
    links.add(link);
    stores.add(store);
    return store;
  }

  List<Redis> links() {
    return links;
  }

  List<SharedStore> stores() {
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
    links.forEach(Redis::close);
  }
}
