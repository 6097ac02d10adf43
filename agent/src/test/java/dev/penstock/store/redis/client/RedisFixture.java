package dev.penstock.store.redis.client;

import dev.penstock.log.AgentLog;
import dev.penstock.store.redis.connection.RedisConnections;
import dev.penstock.testredis.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Opens clients for tests of connections. Records their log and finds their threads. */
public final class RedisFixture {
  /** A timeout so long that a busy machine does not affect the test. */
  public static final long PATIENT_MICROS = 5_000_000;

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  public final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);

  /** Threads of other test classes in this JVM, which may need a moment to end. */
  private final Set<Thread> earlier = connectionThreads().collect(Collectors.toSet());

  public RedisClient open(RedisServer server, long timeoutMicros) {
    return RedisConnections.open(address(server.port()), timeoutMicros, log);
  }

  public static RedisAddress address(int port) {
    return address(port, /* user= */ null, /* password= */ null);
  }

  public static RedisAddress address(int port, @Nullable String user, @Nullable String password) {
    return new RedisAddress(
        RedisAddress.Topology.SINGLE,
        List.of(new RedisAddress.Node("127.0.0.1", port)),
        /* masterName= */ null,
        user,
        password,
        /* database= */ 0,
        /* tls= */ false);
  }

  static List<RedisAddress.Node> nodes(List<? extends RedisServer> servers) {
    return servers.stream()
        .map(server -> new RedisAddress.Node(server.host(), server.port()))
        .toList();
  }

  public List<String> lines() {
    return logged.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** Names of the connection threads that started after this object was created. */
  public List<String> threads() {
    return connectionThreads()
        .filter(thread -> !earlier.contains(thread))
        .map(Thread::getName)
        .toList();
  }

  private static Stream<Thread> connectionThreads() {
    Thread[] all = new Thread[Thread.activeCount() + 100];
    int count = Thread.enumerate(all);
    return Stream.of(all)
        .limit(count)
        .filter(thread -> thread.getName().startsWith("penstock-redis-"));
  }

  /** Waits until the condition holds, at most 30 seconds. */
  public static void await(String description, BooleanSupplier condition) {
    long endNanos = System.nanoTime() + 30_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - endNanos > 0) {
        throw new AssertionError("did not happen within 30 s: " + description);
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  /** Sends calls until one gets a reply. */
  public static void awaitReply(RedisClient redis) {
    await(
        "the server replies",
        () -> RecordingCall.echo("back").sentTo(redis).outcome().equals("[back]"));
  }
}
