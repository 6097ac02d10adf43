package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A further request of a call: a redirect, or another try on another connection. */
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

  /** Promises the connection; nothing is connected before the promise is subscribed to. */
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

  /** Only sent by now; the answer is heard of by whoever subscribed. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    permit.close();
    return result;
  }
}
