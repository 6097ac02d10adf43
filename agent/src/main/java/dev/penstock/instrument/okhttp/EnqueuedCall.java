package dev.penstock.instrument.okhttp;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.WeakIdentityMap;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A call whose answer is told to a callback. */
final class EnqueuedCall extends OkHttpCall {
  /*
   * While it is held the library does not know of it, so it takes none of the few places that the
   * dispatcher has for each host. Its wait ends in one way: its turn has come, it was refused, or it
   * was cancelled. A cancelled one is handed to the library as well, which looks whether it is
   * cancelled before it connects, and tells the callback.
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

  /** Hears of the end before the application, whose next call may need the place of this one. */
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
      // What the method would have thrown at its caller, who is no longer there.
      held.close();
      fail(new IOException(thrown));
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    fail(why);
    return null;
  }

  /** On one of the library's threads, as it tells of all failures. */
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
