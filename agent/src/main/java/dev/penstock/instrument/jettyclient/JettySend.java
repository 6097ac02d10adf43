package dev.penstock.instrument.jettyclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.UrlCall;
import dev.penstock.instrument.WeakIdentityMap;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A request of the Jetty client. No thread waits for its response here. */
final class JettySend extends UrlCall {
  /*
   * The library does not know a request while it is held. At the end of the wait the request is
   * registered with the library: to be sent, or to be aborted. The library then notifies all
   * listeners, as it does when one of its own queues is full.
   */
  private final JettyApi api;
  private final WeakIdentityMap<JettySend> waiting;
  private final Object place;
  private final Object[] arguments;
  private final Object request;
  private final boolean retry;
  private volatile @Nullable AsyncWait wait;

  JettySend(JettyApi api, WeakIdentityMap<JettySend> waiting, Object place, Object[] arguments) {
    this(api, api.requests(), waiting, place, arguments);
  }

  private JettySend(
      JettyApi api,
      JettyRequestApi requests,
      WeakIdentityMap<JettySend> waiting,
      Object place,
      Object[] arguments) {
    super(
        requests.method(arguments[0]),
        requests.scheme(arguments[0]),
        requests.host(arguments[0]),
        requests.port(arguments[0]),
        requests.path(arguments[0]),
        requests.query(arguments[0]));
    this.api = api;
    this.waiting = waiting;
    this.place = place;
    this.arguments = arguments;
    request = arguments[0];
    retry = requests.follows(request);
  }

  @Override
  public Object subject() {
    return request;
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return api.requests().header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.requests().headerLines(request, name);
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit going) {
    api.listen(original, api.answers().listener(going));
    return original;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit going) {
    return result;
  }

  @Override
  public @Nullable Object suspend(OutboundPermit held) {
    AsyncWait begun = new AsyncWait(held);
    wait = begun;
    waiting.put(api.requests().conversation(request), this);
    begun.whenDecided(() -> start(held), this::refused);
    if (api.requests().isAborted(request) && begun.cancel()) {
      // It was aborted before it was registered here; the library reports it.
      forget();
      handOver(held);
    }
    return null;
  }

  private void start(OutboundPermit held) {
    forget();
    elsewhere(
        () -> {
          api.listen(arguments, api.answers().listener(held));
          handOver(held);
        });
  }

  private void refused(IOException why) {
    forget();
    elsewhere(() -> fail(why));
  }

  /** The application is about to abort the request. */
  void aborting() {
    AsyncWait held = wait;
    if (held != null && held.cancel()) {
      forget();
      api.expect(place, arguments);
    }
  }

  private void forget() {
    waiting.remove(api.requests().conversation(request), this);
  }

  /** Listeners and bodies are application code and may be slow. */
  private void elsewhere(Runnable work) {
    Executor executor = api.executor(place);
    if (executor == null) {
      work.run();
      return;
    }
    try {
      executor.execute(work);
    } catch (RejectedExecutionException stopped) {
      work.run();
    }
  }

  private void handOver(OutboundPermit held) {
    try {
      Reentry.pass(
          request,
          () -> {
            api.send(place, arguments);
            return request;
          });
    } catch (Throwable thrown) {
      // The method would have thrown this to its caller, which has already returned.
      held.close();
      fail(thrown);
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    fail(why);
    return null;
  }

  private void fail(Throwable why) {
    api.expect(place, arguments);
    api.requests().abort(request, why);
  }
}
