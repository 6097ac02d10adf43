package dev.penstock.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Logs to stderr. Every message starts with {@code penstock:}. The agent writes nowhere else. */
public final class AgentLog {
  /*
   * Not java.util.logging or the application's logger: the first code that uses one determines its
   * configuration, and that must be the application. Not System.err either: an application may have
   * redirected it to its own logger.
   *
   * A message that can repeat with every request is logged once a minute per cause, with the count.
   */

  /** Prefix of the causes of all internal errors after which calls continue. */
  public static final String SUPPRESSED = "suppressed ";

  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** Further causes share one counter. A cause is a place in the code, so there are few. */
  private static final int MAX_CAUSES = 200;

  private final PrintStream out;
  private final boolean debugging;
  private final LongSupplier nanoClock;
  private final ConcurrentHashMap<String, Cause> causes = new ConcurrentHashMap<>();

  public AgentLog(PrintStream out, boolean debugging, LongSupplier nanoClock) {
    this.out = out;
    this.debugging = debugging;
    this.nanoClock = nanoClock;
  }

  /** Creates the log of the agent; {@code -Dpenstock.log=debug} switches debug messages on. */
  public static AgentLog onStderr() {
    PrintStream stderr =
        new PrintStream(
            new FileOutputStream(FileDescriptor.err),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    return new AgentLog(
        stderr, "debug".equals(System.getProperty("penstock.log")), System::nanoTime);
  }

  /** Logs information for the operator. */
  public void info(String message) {
    write(message);
  }

  /** Logs a problem that the operator should fix. */
  public void warn(String message) {
    write("warning: " + message);
  }

  /** Logs why the application cannot start. */
  public void error(String message) {
    write("error: " + message);
  }

  /** Logs details for troubleshooting. */
  public void debug(String message) {
    if (debugging) {
      write("debug: " + message);
    }
  }

  /** Counts an event of this cause. Logs it with the count at most once a minute per cause. */
  public void repeated(String cause, String message, @Nullable Throwable error) {
    Cause counted = find(cause);
    long count = counted.count.incrementAndGet();
    if (counted.isDue(nanoClock.getAsLong())) {
      write(
          "warning: " + message + " (" + count + " so far)" + (error == null ? "" : trace(error)));
    }
  }

  /** Counts an event of this cause. The message is built only if it is logged. */
  public void repeated(String cause, Supplier<String> message) {
    find(cause).count.incrementAndGet();
    remind(cause, message);
  }

  /** Logs a message about a cause at most once a minute, without counting an event. */
  public void remind(String cause, Supplier<String> message) {
    Cause counted = find(cause);
    if (counted.isDue(nanoClock.getAsLong())) {
      write("warning: " + message.get() + " (" + counted.count.get() + " so far)");
    }
  }

  private Cause find(String cause) {
    return entryFor(causes.size() < MAX_CAUSES || causes.containsKey(cause) ? cause : "others");
  }

  /** Without a lambda: class file transformers log too, and linking a lambda there can recurse. */
  private Cause entryFor(String cause) {
    Cause created = new Cause();
    Cause existing = causes.putIfAbsent(cause, created);
    return existing == null ? created : existing;
  }

  /** Returns the number of events of this cause. */
  public long count(String cause) {
    Cause counted = causes.get(cause);
    return counted == null ? 0 : counted.count.get();
  }

  /** Returns the number of events of all causes with this prefix. */
  public long countOf(String start) {
    long count = 0;
    for (Map.Entry<String, Cause> cause : causes.entrySet()) {
      count += cause.getKey().startsWith(start) ? cause.getValue().count.get() : 0;
    }
    return count;
  }

  private void write(String message) {
    // A single println call, so that lines of several threads do not mix.
    out.println("penstock: " + message);
  }

  private static String trace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return System.lineSeparator() + text.toString().stripTrailing();
  }

  private static final class Cause {
    private static final long NEVER = Long.MIN_VALUE;

    final AtomicLong count = new AtomicLong();
    private final AtomicLong loggedAt = new AtomicLong(NEVER);

    boolean isDue(long nanos) {
      long last = loggedAt.get();
      return (last == NEVER || nanos - last >= MINUTE_NANOS) && loggedAt.compareAndSet(last, nanos);
    }
  }
}
