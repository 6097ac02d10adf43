package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.WeakIdentityMap;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A call of {@code enqueue}, whose callback receives the response. */
final class EnqueuedCall extends OkHttpCall {
  /*
   * The library does not know a call while it is held, so the call occupies no slot of the
   * dispatcher. The wait ends when its turn comes, when it is rejected or when it is cancelled. A
   * cancelled call is passed to the library too, which checks for cancellation before it connects
   * and notifies the callback.
   */
  private final Object callback;
  private volatile @Nullable AsyncWait wait;

  EnqueuedCall(OkHttpApi api, WeakIdentityMap<OkHttpCall> waiting, Object call, Object callback) {
    super(api, waiting, call, api.request(call));
    this.callback = callback;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit going) {
    return new Object[] {listening(going)};
  }

  /** Closes the permit before the application is notified: its next call may need the slot. */
  private Object listening(OutboundPermit going) {
    return InterfaceProxy.observing(
        api().callbackType(),
        callback,
        (method, given) -> {
          if (method.equals("onResponse")) {
            going.responded(new Received(api(), given[1]));
          }
          going.close();
        });
  }

  @Override
  public @Nullable Object suspend(OutboundPermit held) {
    AsyncWait begun = new AsyncWait(held);
    wait = begun;
    waiting().put(subject(), this);
    begun.whenDecided(() -> start(held), this::refused);
    if (api().isCanceled(subject())) {
      cancelled();
    }
    return null;
  }

  private void start(OutboundPermit held) {
    forget();
    handOver(listening(held), held);
  }

  private void refused(IOException why) {
    forget();
    fail(why);
  }

  @Override
  void cancelled() {
    AsyncWait held = wait;
    if (held != null && held.cancel()) {
      forget();
      handOver(callback, held.permit());
    }
  }

  private void forget() {
    waiting().remove(subject(), this);
  }

  private void handOver(Object toldCallback, OutboundPermit held) {
    try {
      Reentry.pass(
          subject(),
          () -> {
            api().enqueue(subject(), toldCallback);
            return subject();
          });
    } catch (Throwable thrown) {
      // The method would have thrown this to its caller, which has already returned.
      held.close();
      fail(new IOException(thrown));
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    fail(why);
    return null;
  }

  /** Notifies the callback on a thread of the library, as the library does for all failures. */
  private void fail(IOException why) {
    Runnable telling = () -> api().fail(callback, subject(), why);
    try {
      api().executor(subject()).execute(telling);
    } catch (RejectedExecutionException shutDown) {
      telling.run();
    }
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit going) {
    return result;
  }
}
