package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A repeated request of a call: a redirect, or a retry on another connection. */
final class AcquireRetry extends NettyRequest {
  private final AcquireApi acquires;
  private final Object provider;
  private final Object[] arguments;

  AcquireRetry(
      AcquireApi acquires,
      Object provider,
      Object[] arguments,
      String method,
      RequestUrl url,
      @Nullable Object said) {
    super(acquires.connects(), method, url, /* config= */ arguments[0], said);
    this.acquires = acquires;
    this.provider = provider;
    this.arguments = arguments;
  }

  @Override
  public boolean isRetry() {
    return true;
  }

  @Override
  public Object subject() {
    return arguments[2];
  }

  /** Returns a Mono of the connection, which connects only when it is subscribed to. */
  @Override
  public Object suspend(OutboundPermit permit) {
    Monos monos = api().monos();
    Executor loop = api().eventLoop();
    Object turn =
        monos.create(
            sink ->
                permit.whenDecided(
                    () -> api().on(loop, () -> start(sink, permit)),
                    why -> monos.error(sink, why)));
    return monos.then(turn, acquired());
  }

  private Object acquired() {
    try {
      return Reentry.pass(subject(), () -> acquires.acquire(provider, arguments));
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void start(Object sink, OutboundPermit permit) {
    try {
      api().monos().succeed(sink);
    } finally {
      permit.close();
    }
  }

  @Override
  public Object reject(IOException why) {
    return api().monos().failed(why);
  }

  /** The request has only been sent; the subscriber of the call handles the response. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
