package testapp.calls;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Looks at all threads again and again, for one that must not wait and is made to. */
final class EventLoops implements AutoCloseable {
  /*
   * An event loop that is parked is nothing strange: it may have nothing to do. It is blocked if
   * the park is above a frame of what was woven into the client, that is, of a class with Penstock
   * in its name. That name is all this application knows of it.
   *
   * One look is not enough: it may be about to get a lock that another thread has for a moment, such
   * as that of a timer's queue. Whoever is made to wait for its turn is seen so many times in a row.
   */
  private static final Pattern LOOPS =
      Pattern.compile(
          "nioEventLoop|epoll|event-?loop|selector|reactor|I/O dispatcher|httpclient-dispatch"
              + "|HttpClient-[0-9]+-SelectorManager|parallel-[0-9]|aws-java-sdk-NettyEventLoop"
              + "|HttpClient@",
          Pattern.CASE_INSENSITIVE);

  private static final long PAUSE_MILLIS = 2;
  private static final int LOOKS = 20;

  private final Set<String> blocked = new ConcurrentSkipListSet<>();

  /** In how many looks in a row each thread was held; the sampler's own. */
  private final Map<Thread, Integer> heldLooks = new HashMap<>();

  private final Thread caller = Thread.currentThread();
  private final Thread sampler = new Thread(this::sample, "sampler");
  private volatile boolean starting = true;
  private volatile boolean over;

  private EventLoops() {
    sampler.setDaemon(true);
    sampler.start();
  }

  /** Watches from now on; the current thread must not be blocked either until it says so. */
  static EventLoops watched() {
    return new EventLoops();
  }

  /** From here on the current thread may wait. */
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

  /** For example {@code blocked=none}, or the kinds of threads that were. Close it first. */
  @Override
  public String toString() {
    return "blocked=" + (blocked.isEmpty() ? "none" : String.join(",", blocked));
  }

  private void sample() {
    while (!over) {
      Thread.getAllStackTraces().forEach(this::look);
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void look(Thread thread, StackTraceElement[] frames) {
    boolean mustNotWait = thread == caller ? starting : LOOPS.matcher(thread.getName()).find();
    if (!mustNotWait || !isHeld(frames)) {
      heldLooks.remove(thread);
    } else if (heldLooks.merge(thread, 1, Integer::sum) >= LOOKS) {
      String kind = thread == caller ? "caller" : thread.getName().replaceAll("[0-9]+", "N");
      blocked.add(kind.replaceAll("[ @].*", ""));
    }
  }

  /** True for a park, sleep or wait that is called from below Penstock. */
  static boolean isHeld(StackTraceElement[] frames) {
    boolean waits = false;
    for (StackTraceElement frame : frames) {
      String place = frame.getClassName() + "." + frame.getMethodName();
      waits |=
          place.contains("LockSupport.park")
              || place.contains("Unsafe.park")
              || place.equals("java.lang.Thread.sleep")
              || place.equals("java.lang.Object.wait");
      if (waits && frame.getClassName().toLowerCase(Locale.ROOT).contains("penstock")) {
        return true;
      }
    }
    return false;
  }
}
