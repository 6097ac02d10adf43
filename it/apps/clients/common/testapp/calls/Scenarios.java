package testapp.calls;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs scenarios with a client and describes the outcome in one line. */
final class Scenarios {
  /** Late enough that a call is in flight, and long before a slow page responds. */
  private static final long IN_FLIGHT_MILLIS = 400;

  private static final long RELEASE_MILLIS = 50;

  private static final int CALLS_ON_ONE_CONNECTION = 3;

  private Scenarios() {}

  /** Runs a scenario; {@code n/a} if the client does not support it. */
  static String run(Client client, String scenario, String url, String more) {
    Call call = Call.get(url);
    Options usual = call.options();
    return outcome(
        () ->
            switch (scenario) {
              // These scenarios differ only in the page.
              case "get", "error", "notfound", "refused-connection", "redirect", "https" ->
                  client.call(call).toString();
              case "post" -> client.call(call.withBody(more)).toString();
              case "async", "async-error" -> client.start(call).get().toString();
              case "timeout" -> timeout(() -> client.call(call.with(usual.withShortTimeout())));
              case "async-timeout" ->
                  timeout(() -> client.start(call.with(usual.withShortTimeout())).get());
              case "redirect-not-followed" ->
                  client.call(call.with(usual.withoutRedirects())).toString();
              case "http2" -> client.call(call.with(usual.withHttp2())).toString();
              case "headers" -> client.call(call.with("X-API-Key", more)).toString();
              case "stream" -> client.call(call.readAsStream()).toString();
              case "cancel" -> cancel(client, call);
              case "interrupt" -> interrupt(client, call);
              case "reuse" -> reuse(client, call.with(usual.withOwnConnections()));
              default -> throw new IllegalArgumentException(scenario);
            });
  }

  /** The outcome of an action, or its failure. */
  static String outcome(Action action) {
    try {
      return FailureText.stable(action.run());
    } catch (UnsupportedCallException none) {
      return "n/a";
    } catch (InterruptedException e) {
      return FailureText.of(e);
    } catch (Exception | LinkageError e) {
      return FailureText.of(e);
    }
  }

  /** Reports only the outermost exception, because the causes depend on timing. */
  private static String timeout(Callable<Reply> hasty) throws Exception {
    try {
      return hasty.call().toString();
    } catch (UnsupportedCallException none) {
      throw none;
    } catch (Exception e) {
      Throwable own = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
      return "timeout " + own.getClass().getSimpleName();
    }
  }

  private static String cancel(Client client, Call call) throws Exception {
    Future<Reply> started = client.start(call);
    TimeUnit.MILLISECONDS.sleep(IN_FLIGHT_MILLIS);
    boolean cancelled = started.cancel(/* mayInterruptIfRunning= */ true);
    String state = (cancelled ? "cancelled" : "not cancelled") + ", ";
    try {
      return state + started.get();
    } catch (CancellationException | ExecutionException e) {
      return state + FailureText.ofCancelled(e);
    }
  }

  private static String interrupt(Client client, Call call) throws Exception {
    var task =
        new FutureTask<>(
            () -> {
              String reply = outcome(() -> client.call(call).toString());
              return reply + (Thread.interrupted() ? ", still interrupted" : "");
            });
    var caller = new Thread(task, "caller");
    caller.start();
    TimeUnit.MILLISECONDS.sleep(IN_FLIGHT_MILLIS);
    caller.interrupt();
    return task.get();
  }

  private static String reuse(Client client, Call call) throws Exception {
    Set<String> connections = new HashSet<>();
    for (int n = 0; n < CALLS_ON_ONE_CONNECTION; n++) {
      connections.add(client.call(call).text());
      // Some clients return the connection to the pool only after they return the response.
      TimeUnit.MILLISECONDS.sleep(RELEASE_MILLIS);
    }
    return connections.size() == 1 ? "1 connection" : connections.size() + " connections";
  }

  /** An action with a one-line outcome. */
  interface Action {
    String run() throws Exception;
  }
}
