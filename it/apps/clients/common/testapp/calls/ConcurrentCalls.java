package testapp.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Makes many calls concurrently. */
final class ConcurrentCalls {
  private static final long TIMEOUT_SECONDS = 300;

  private ConcurrentCalls() {}

  /** Makes calls from a pool of threads. */
  static String load(Client client, int threads, int count, Call call) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    return callAll(executor, client, count, call).toString();
  }

  /** Does the same with all clients at once. Each client calls a page of its own. */
  static String all(Collection<Client> clients, int threads, int count, String url)
      throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    List<Future<String>> tallies = new ArrayList<>();
    for (Client client : clients) {
      Call call = Call.get(url + "/" + client.name());
      tallies.add(executor.submit(() -> client.name() + " " + load(client, threads, count, call)));
    }
    executor.shutdown();
    var outcomes = new ArrayList<String>();
    for (Future<String> tally : tallies) {
      outcomes.add(tally.get());
    }
    return String.join(", ", outcomes);
  }

  /** Makes each call on its own virtual thread. */
  static String virtual(Client client, int count, Call call) throws Exception {
    ExecutorService executor;
    try {
      // This class is compiled for Java 17, which has no virtual threads.
      executor =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException tooOld) {
      throw new UnsupportedCallException();
    }
    return callAll(executor, client, count, call).toString();
  }

  /** Starts all calls asynchronously before it waits for the first one. */
  static String held(Client client, int count, Call call) throws Exception {
    var tally = new CallTally();
    EventLoopWatcher loops = EventLoopWatcher.start();
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

  private static CallTally callAll(ExecutorService executor, Client client, int count, Call call)
      throws InterruptedException {
    var tally = new CallTally();
    for (int n = 0; n < count; n++) {
      executor.execute(() -> tally.count(client, call));
    }
    executor.shutdown();
    if (!executor.awaitTermination(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      executor.shutdownNow();
      throw new IllegalStateException("timeout: " + tally);
    }
    return tally;
  }
}
