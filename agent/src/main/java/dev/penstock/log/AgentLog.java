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

/**
 * The agent's voice: lines on stderr that start with {@code penstock:}, and nothing anywhere else.
 */
public final class AgentLog {
  /*
   * Neither java.util.logging nor the application's logger: the first one to touch either decides
   * its configuration, and that must be the application. Not System.err either: an application may
   * have put its own logger behind it.
   *
   * What can repeat with every request is said once a minute per cause, with how often it happened.
   */

  /** What the causes of all errors start with after which a call went on. */
  public static final String SUPPRESSED = "suppressed ";

  private static final long MINUTE_NANOS = 60_000_000_000L;

  /** More causes than this share one; a cause is a place in the agent, so there are few. */
  private static final int MOST_CAUSES = 200;

  private final PrintStream out;
  private final boolean debugging;
  private final LongSupplier nanoClock;
  private final ConcurrentHashMap<String, Repeated> causes = new ConcurrentHashMap<>();

  public AgentLog(PrintStream out, boolean debugging, LongSupplier nanoClock) {
    this.out = out;
    this.debugging = debugging;
    this.nanoClock = nanoClock;
  }

  /** The log of a real agent. */
  public static AgentLog onStderr() {
    PrintStream stderr =
        new PrintStream(
            new FileOutputStream(FileDescriptor.err),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    return new AgentLog(
        stderr, "debug".equals(System.getProperty("penstock.log")), System::nanoTime);
  }

  /** Says something that an operator wants to know. */
  public void info(String message) {
    say(message);
  }

  /** Says something that an operator has to mend. */
  public void warn(String message) {
    say("warning: " + message);
  }

  /** Says why the application cannot start. */
  public void error(String message) {
    say("error: " + message);
  }

  /** Says something that helps to find out why nothing, or too much, is limited. */
  public void debug(String message) {
    if (debugging) {
      say("debug: " + message);
    }
  }

  /** Says something at most once a minute for this cause, and how often it has happened so far. */
  public void repeated(String cause, String message, @Nullable Throwable error) {
    Repeated repeated = known(cause);
    long count = repeated.count.incrementAndGet();
    if (repeated.isDue(nanoClock.getAsLong())) {
      say("warning: " + message + " (" + count + " so far)" + (error == null ? "" : trace(error)));
    }
  }

  /** The same, with a message that is put together only if it is due. */
  public void repeated(String cause, Supplier<String> message) {
    known(cause).count.incrementAndGet();
    remind(cause, message);
  }

  /** Says something more about a cause if that is due, without counting it once more. */
  public void remind(String cause, Supplier<String> message) {
    Repeated repeated = known(cause);
    if (repeated.isDue(nanoClock.getAsLong())) {
      say("warning: " + message.get() + " (" + repeated.count.get() + " so far)");
    }
  }

  private Repeated known(String cause) {
    return entryFor(causes.size() < MOST_CAUSES || causes.containsKey(cause) ? cause : "others");
  }

  /** Without a lambda: class file transformers log too, and linking one there can go in circles. */
  private Repeated entryFor(String cause) {
    Repeated fresh = new Repeated();
    Repeated known = causes.putIfAbsent(cause, fresh);
    return known == null ? fresh : known;
  }

  /** How often this cause was reported to {@link #repeated}. */
  public long count(String cause) {
    Repeated repeated = causes.get(cause);
    return repeated == null ? 0 : repeated.count.get();
  }

  /** How often causes that start like this were reported to {@link #repeated}. */
  public long countOf(String start) {
    long count = 0;
    for (Map.Entry<String, Repeated> cause : causes.entrySet()) {
      count += cause.getKey().startsWith(start) ? cause.getValue().count.get() : 0;
    }
    return count;
  }

  private void say(String message) {
    // One call to println: lines of several threads do not mix.
    out.println("penstock: " + message);
  }

  private static String trace(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return System.lineSeparator() + text.toString().stripTrailing();
  }

  private static final class Repeated {
    private static final long NOT_SAID_YET = Long.MIN_VALUE;

    final AtomicLong count = new AtomicLong();
    private final AtomicLong saidAt = new AtomicLong(NOT_SAID_YET);

    boolean isDue(long nanos) {
      long last = saidAt.get();
      return (last == NOT_SAID_YET || nanos - last >= MINUTE_NANOS)
          && saidAt.compareAndSet(last, nanos);
    }
  }
}
