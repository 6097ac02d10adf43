package testapp.calls;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Samples all threads to find event loops that Penstock blocks. */
final class EventLoopWatcher implements AutoCloseable {
  /*
   * A parked event loop may simply be idle. It is blocked if the park is called from instrumented
   * code, that is, from a class with Penstock in its name. This application knows nothing else
   * about Penstock.
   *
   * One sample is not enough, because a thread may wait briefly for a lock, such as that of a timer
   * queue. A thread that is really blocked is seen in many samples in a row.
   */
  private static final Pattern LOOPS =
      Pattern.compile(
          "nioEventLoop|epoll|event-?loop|selector|reactor|I/O dispatcher|httpclient-dispatch"
              + "|HttpClient-[0-9]+-SelectorManager|parallel-[0-9]|aws-java-sdk-NettyEventLoop"
              + "|HttpClient@|AsyncHttpClient-|armeria|pekko|DefaultDispatcher",
          Pattern.CASE_INSENSITIVE);

  private static final long PAUSE_MILLIS = 2;
  private static final int SAMPLES = 20;

  private final Set<String> blocked = new ConcurrentSkipListSet<>();

  /** The number of consecutive samples in which a thread was blocked. Used by the sampler only. */
  private final Map<Thread, Integer> blockedSamples = new HashMap<>();

  private final Thread caller = Thread.currentThread();
  private final Thread sampler = new Thread(this::sample, "sampler");
  private volatile boolean starting = true;
  private volatile boolean over;

  private EventLoopWatcher() {
    sampler.setDaemon(true);
    sampler.start();
  }

  /** Starts sampling. The current thread must not block either until {@link #allStarted}. */
  static EventLoopWatcher start() {
    return new EventLoopWatcher();
  }

  /** The current thread may block from now on. */
  void allStarted() {
    starting = false;
  }

  @Override
  public void close() {
    over = true;
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** For example {@code blocked=none}, or the kinds of blocked threads. Close it first. */
  @Override
  public String toString() {
    return "blocked=" + (blocked.isEmpty() ? "none" : String.join(",", blocked));
  }

  private void sample() {
    while (!over) {
      Thread.getAllStackTraces().forEach(this::check);
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void check(Thread thread, StackTraceElement[] frames) {
    boolean mustNotWait = thread == caller ? starting : LOOPS.matcher(thread.getName()).find();
    if (!mustNotWait || !isBlocked(frames)) {
      blockedSamples.remove(thread);
    } else if (blockedSamples.merge(thread, 1, Integer::sum) >= SAMPLES) {
      String kind = thread == caller ? "caller" : thread.getName().replaceAll("[0-9]+", "N");
      blocked.add(kind.replaceAll("[ @].*", ""));
    }
  }

  /** True for a park, sleep or wait that Penstock code calls. */
  static boolean isBlocked(StackTraceElement[] frames) {
    boolean waits = false;
    for (StackTraceElement frame : frames) {
      String method = frame.getClassName() + "." + frame.getMethodName();
      waits |=
          method.contains("LockSupport.park")
              || method.contains("Unsafe.park")
              || method.equals("java.lang.Thread.sleep")
              || method.equals("java.lang.Object.wait");
      if (waits && frame.getClassName().toLowerCase(Locale.ROOT).contains("penstock")) {
        return true;
      }
    }
    return false;
  }
}
