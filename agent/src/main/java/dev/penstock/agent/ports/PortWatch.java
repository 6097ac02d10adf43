package dev.penstock.agent.ports;

import dev.penstock.log.AgentLog;
import dev.penstock.telemetry.Snapshot.PortState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Warns if the application serves connections to a TCP port whose requests no hook sees. */
public final class PortWatch {
  /*
   * Once a minute, this compares the ports of open connections with the ports of requests that hooks
   * have seen. A port is not covered if
   *
   *   - a connection is open that was not open a minute before, so it was opened while this was
   *     watching, and
   *   - a minute later, hooks have still seen no request to this port.
   *
   * An idle port is no reason for a warning, and neither is an old connection, whose requests may
   * have come before. While all ports are known, hooks need not report the ports of requests.
   */
  private static final long INTERVAL_NANOS = 60_000_000_000L;

  private final Supplier<@Nullable SortedMap<Integer, Set<String>>> connections;
  private final Supplier<String> waitingClasses;
  private final LongSupplier nanoClock;
  private final AgentLog log;

  private final Set<Integer> served = ConcurrentHashMap.newKeySet();
  private final Map<Integer, UnservedPort> unserved = new HashMap<>();
  private long lastNanos;
  private boolean begun;
  private volatile boolean watching;
  private volatile boolean portsUnknown;
  private volatile int lastServed;
  private volatile List<PortState> states = List.of();

  public PortWatch(LongSupplier nanoClock, AgentLog log) {
    this(OpenConnections::ofThisProcess, ConnectionThreads::waitingClasses, nanoClock, log);
  }

  PortWatch(
      Supplier<@Nullable SortedMap<Integer, Set<String>>> connections,
      Supplier<String> waitingClasses,
      LongSupplier nanoClock,
      AgentLog log) {
    this.connections = connections;
    this.waitingClasses = waitingClasses;
    this.nanoClock = nanoClock;
    this.log = log;
  }

  /** The TCP ports on which the application listens, as text; empty if unknown. */
  public static String listeningPorts() {
    SortedMap<Integer, Set<String>> open = OpenConnections.ofThisProcess();
    return open == null
        ? ""
        : open.keySet().stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  /** True if the port of each request is to be reported. */
  public boolean isWatching() {
    return watching;
  }

  /**
   * Records that a hook has seen a request.
   *
   * @param port the local port of its connection; 0 if it is unknown
   */
  public void sawRequest(int port) {
    if (port <= 0) {
      portsUnknown = true;
    } else if (port != lastServed) {
      served.add(port);
      lastServed = port;
    }
  }

  /** The ports on which the application listened a minute ago or less; empty if unknown. */
  public List<PortState> states() {
    return states;
  }

  /** Starts again, because requests may have passed that hooks did not look at. */
  public synchronized void restart() {
    begun = false;
    watching = false;
    unserved.clear();
    states = List.of();
  }

  /** Compares ports and requests, at most once a minute. */
  public synchronized void check() {
    long nowNanos = nanoClock.getAsLong();
    if (begun && nowNanos - lastNanos < INTERVAL_NANOS) {
      return;
    }
    begun = true;
    lastNanos = nowNanos;
    SortedMap<Integer, Set<String>> open = portsUnknown ? null : connections.get();
    if (open == null) {
      restart();
      begun = true;
      return;
    }
    compare(open);
  }

  private void compare(SortedMap<Integer, Set<String>> open) {
    unserved.keySet().retainAll(open.keySet());
    unserved.keySet().removeAll(served);
    List<PortState> found = new ArrayList<>();
    open.forEach(
        (port, connected) -> {
          PortState.Coverage coverage =
              served.contains(port) ? PortState.Coverage.SERVED : coverage(port, connected);
          found.add(new PortState(port, coverage));
        });
    watching = !unserved.isEmpty();
    states = List.copyOf(found);
  }

  private PortState.Coverage coverage(int port, Set<String> connected) {
    UnservedPort known = unserved.get(port);
    if (known == null) {
      unserved.put(port, new UnservedPort(connected));
      return PortState.Coverage.NO_REQUEST;
    }
    if (known.isNewlyUncovered(connected)) {
      log.warn(
          "connections to TCP port "
              + port
              + " pass no hook of Penstock; if it serves HTTP, no inbound rule limits it."
              + waitingClasses.get()
              + " See docs/supported.md");
    }
    return known.uncovered ? PortState.Coverage.NOT_COVERED : PortState.Coverage.NO_REQUEST;
  }

  /** A port to which no request has been seen so far. */
  private static final class UnservedPort {
    private Set<String> connectedBefore;
    private boolean newConnection;
    private boolean uncovered;

    UnservedPort(Set<String> connected) {
      connectedBefore = connected;
    }

    /** True once: if a connection was opened a minute ago or more, and no request has come. */
    boolean isNewlyUncovered(Set<String> connected) {
      boolean newlyUncovered = newConnection && !uncovered;
      uncovered |= newConnection;
      newConnection |= !connectedBefore.containsAll(connected);
      connectedBefore = connected;
      return newlyUncovered;
    }
  }
}
