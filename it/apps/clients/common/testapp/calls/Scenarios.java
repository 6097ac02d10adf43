package testapp.calls;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** What an application does with a client, each told in one line. */
final class Scenarios {
  /** So late that a call is under way, and long before a slow page is served. */
  private static final long UNDER_WAY_MILLIS = 400;

  private static final long GIVEN_BACK_MILLIS = 50;

  private static final int CALLS_ON_ONE_CONNECTION = 3;

  private Scenarios() {}

  /** Plays one; what the client does not have is {@code n/a}. */
  static String play(Client client, String scenario, String url, String more) {
    Call call = Call.get(url);
    Options usual = call.options();
    return told(
        () ->
            switch (scenario) {
              // They differ in the page they ask for.
              case "get", "error", "notfound", "refused-connection", "redirect", "https" ->
                  client.call(call).toString();
              case "post" -> client.call(call.posting(more)).toString();
              case "async", "async-error" -> client.start(call).get().toString();
              case "timeout" -> timeout(() -> client.call(call.with(usual.hasty())));
              case "async-timeout" -> timeout(() -> client.start(call.with(usual.hasty())).get());
              case "redirect-not-followed" ->
                  client.call(call.with(usual.stayingHere())).toString();
              case "http2" -> client.call(call.with(usual.byHttp2())).toString();
              case "headers" -> client.call(call.with("X-API-Key", more)).toString();
              case "stream" -> client.call(call.readAsStream()).toString();
              case "cancel" -> cancel(client, call);
              case "interrupt" -> interrupt(client, call);
              case "reuse" -> reuse(client, call.with(usual.setApart()));
              default -> throw new IllegalArgumentException(scenario);
            });
  }

  /** What became of it, or why nothing. */
  static String told(Telling telling) {
    try {
      return Said.stable(telling.tell());
    } catch (NotOffered none) {
      return "n/a";
    } catch (InterruptedException e) {
      return Said.by(e);
    } catch (Exception | LinkageError e) {
      return Said.by(e);
    }
  }

  /** Only the outermost failure is told: what is below depends on who was faster. */
  private static String timeout(Callable<Reply> hasty) throws Exception {
    try {
      return hasty.call().toString();
    } catch (NotOffered none) {
      throw none;
    } catch (Exception e) {
      Throwable own = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
      return "timeout " + own.getClass().getSimpleName();
    }
  }

  private static String cancel(Client client, Call call) throws Exception {
    Future<Reply> started = client.start(call);
    TimeUnit.MILLISECONDS.sleep(UNDER_WAY_MILLIS);
    boolean cancelled = started.cancel(/* mayInterruptIfRunning= */ true);
    String state = (cancelled ? "cancelled" : "not cancelled") + ", ";
    try {
      return state + started.get();
    } catch (CancellationException | ExecutionException e) {
      return state + Said.byCancelled(e);
    }
  }

  private static String interrupt(Client client, Call call) throws Exception {
    var task =
        new FutureTask<>(
            () -> {
              String answer = told(() -> client.call(call).toString());
              return answer + (Thread.interrupted() ? ", still interrupted" : "");
            });
    var caller = new Thread(task, "caller");
    caller.start();
    TimeUnit.MILLISECONDS.sleep(UNDER_WAY_MILLIS);
    caller.interrupt();
    return task.get();
  }

  private static String reuse(Client client, Call call) throws Exception {
    Set<String> connections = new HashSet<>();
    for (int n = 0; n < CALLS_ON_ONE_CONNECTION; n++) {
      connections.add(client.call(call).text());
      // Some give a connection back only after they have given the answer.
      TimeUnit.MILLISECONDS.sleep(GIVEN_BACK_MILLIS);
    }
    return connections.size() == 1 ? "1 connection" : connections.size() + " connections";
  }

  /** Something to tell in one line. */
  interface Telling {
    String tell() throws Exception;
  }
}
