package testapp.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many calls at once. */
final class Crowd {
  private static final long PATIENCE_SECONDS = 300;

  private Crowd() {}

  /** So many calls, shared by so many threads. */
  static String load(Client client, int threads, int count, Call call) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    return callAll(executor, client, count, call).toString();
  }

  /** So many calls, each on a virtual thread of its own. */
  static String virtual(Client client, int count, Call call) throws Exception {
    ExecutorService executor;
    try {
      // This class is for Java 17, which has none.
      executor =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException tooOld) {
      throw new NotOffered();
    }
    return callAll(executor, client, count, call).toString();
  }

  /** Starts so many calls at once, and only then waits for them. */
  static String held(Client client, int count, Call call) throws Exception {
    var tally = new Tally();
    EventLoops loops = EventLoops.watched();
    try (loops) {
      List<Future<Reply>> started = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        started.add(client.start(call));
      }
      loops.allStarted();
      for (Future<Reply> each : started) {
        tally.count(each);
      }
    }
    return tally + " " + loops;
  }

  private static Tally callAll(ExecutorService executor, Client client, int count, Call call)
      throws InterruptedException {
    var tally = new Tally();
    for (int n = 0; n < count; n++) {
      executor.execute(() -> tally.count(client, call));
    }
    executor.shutdown();
    if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      executor.shutdownNow();
      throw new IllegalStateException("not over in time: " + tally);
    }
    return tally;
  }
}
