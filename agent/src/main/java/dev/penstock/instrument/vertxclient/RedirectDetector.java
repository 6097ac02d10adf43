package dev.penstock.instrument.vertxclient;

import dev.penstock.bootstrap.Gate;
import dev.penstock.instrument.WeakIdentityMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Distinguishes requests that follow a redirect from the calls of an application. */
final class RedirectDetector {
  /*
   * Vert.x and its WebClient follow a redirect with a further request of the same client. Its
   * options come from the redirect handler, which each client has as a setting. So this class
   * wraps the redirect handler of a client at the client's first call, and records the options.
   */
  private static final Object RECORDED = new Object();

  private final VertxClientApi api;
  private final WeakIdentityMap<Object> redirects = new WeakIdentityMap<>();

  RedirectDetector(VertxClientApi api) {
    this.api = api;
  }

  /** True if a redirect handler has made these options; false if they are used again later. */
  boolean isRedirect(Object client, Object options) {
    Object handler = api.redirectHandler(client);
    if (handler instanceof Function<?, ?> own && !(own instanceof Recording)) {
      api.setRedirectHandler(client, new Recording(this, unchecked(own)));
    }
    return redirects.remove(options) != null;
  }

  @SuppressWarnings("unchecked") // passed on unchanged
  private static Function<Object, @Nullable Object> unchecked(Function<?, ?> handler) {
    return (Function<Object, @Nullable Object>) handler;
  }

  /** Records the options that a redirect handler makes. Callers get the same future. */
  private void remember(Object futureOptions) {
    VertxFutures futures = api.futures();
    futures.whenComplete(
        futureOptions,
        asyncResult -> {
          Object options = futures.value(asyncResult);
          if (options != null) {
            redirects.put(options, RECORDED);
          }
        });
  }

  /** A redirect handler that passes each response on to another one. */
  private record Recording(RedirectDetector detector, Function<Object, @Nullable Object> original)
      implements Function<Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(Object response) {
      Object next = original.apply(response);
      if (next != null) {
        try {
          detector.remember(next);
        } catch (Throwable broken) {
          Gate.suppressed(broken);
        }
      }
      return next;
    }
  }
}
