package dev.penstock.instrument.apache;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.InterfaceProxy;
import java.io.IOException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A call that is caught where its caller gets a future: what it is made of can be replaced. */
public abstract class PromisedCall extends ApacheCall {
  private final PromisedApi api;
  private final @Nullable Object callback;

  /**
   * @param callback the application's, which hears of the end of the call; null if there is none
   */
  protected PromisedCall(
      PromisedApi api, @Nullable Object host, Object request, @Nullable Object callback) {
    super(api.messages(), host, request);
    this.api = api;
    this.callback = callback;
  }

  /** Does what the client does with a call that cannot start, and tells the caller in between. */
  protected abstract void fail(Exception why, Runnable tell);

  /** Does what the client does with a call that is called off. */
  protected abstract void callOff(Runnable tell);

  /** What the woven method gets, with parts that tell what is heard there, and this callback. */
  protected abstract Object[] parts(Object newCallback, OutboundPermit permit);

  /** Calls the woven method with such parts; they are known and pass. */
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

  /** What the client makes of a future before its caller gets it. */
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
