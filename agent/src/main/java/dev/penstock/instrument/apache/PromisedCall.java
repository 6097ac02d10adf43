package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call at the method that returns a future. Its producer, consumer and callback are replaced. */
public abstract class PromisedCall extends ApacheCall {
  private final PromisedApi api;
  private final @Nullable Object callback;

  /**
   * @param callback the application's callback for the end of the call; null if there is none
   */
  protected PromisedCall(
      PromisedApi api, @Nullable Object host, Object request, @Nullable Object callback) {
    super(api.messages(), host, request);
    this.api = api;
    this.callback = callback;
  }

  /** Fails the call as the client would; {@code tell} notifies the caller. */
  protected abstract void fail(Exception why, Runnable tell);

  /** Cancels the call as the client would; {@code tell} notifies the caller. */
  protected abstract void callOff(Runnable tell);

  /**
   * Returns the arguments for the instrumented method, with listening proxies and this callback.
   */
  protected abstract Object[] parts(Object newCallback, OutboundPermit permit);

  /** Calls the instrumented method with these arguments, which the hook lets pass. */
  protected abstract Future<?> start(Object[] parts);

  protected final @Nullable Object callback() {
    return callback;
  }

  @Override
  public final boolean mayBlock() {
    return false;
  }

  @Override
  public final Future<?> suspend(OutboundPermit permit) {
    return givenOut(new HeldCall(this, api.promises(), permit).future(api.callingOff()));
  }

  /** Wraps a future as the client does before it returns it. */
  protected Future<?> givenOut(Future<?> future) {
    return future;
  }

  @Override
  public final Future<?> reject(IOException why) {
    Future<?> future = api.promises().future(callback);
    fail(why, () -> api.promises().failed(future, why));
    return future;
  }

  @Override
  public final Object[] arguments(Object[] original, OutboundPermit permit) {
    return parts(
        InterfaceProxy.observing(
            api.promises().callbackType(), callback, (method, arguments) -> permit.close()),
        permit);
  }

  @Override
  public final @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }
}
