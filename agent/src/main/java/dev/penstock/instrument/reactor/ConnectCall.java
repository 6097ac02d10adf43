package dev.penstock.instrument.reactor;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.reactor.Monos.Word;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One subscription to a request. */
final class ConnectCall extends NettyRequest {
  private final Object connect;
  private final Object subscriber;

  /**
   * @param connect the Mono that was subscribed to
   */
  ConnectCall(
      ConnectApi api,
      Object connect,
      Object subscriber,
      Object config,
      RequestUrl url,
      @Nullable Object said) {
    super(api, api.method(config), url, config, said);
    this.connect = connect;
    this.subscriber = subscriber;
  }

  @Override
  public Object subject() {
    return subscriber;
  }

  /**
   * Subscribes for the subscriber when its turn comes, on the event loop if there was one: the
   * library chooses the connection by event loop.
   */
  @Override
  public @Nullable Object suspend(OutboundPermit permit) {
    Monos monos = api().monos();
    Object listening = listening(permit);
    Executor loop = api().eventLoop();
    Object turn =
        monos.create(
            sink ->
                permit.whenDecided(
                    () -> api().on(loop, () -> start(sink, listening)),
                    why -> monos.error(sink, why)));
    monos.subscribe(monos.saying(monos.then(turn, connect), Word.GOING, connect), listening);
    return null;
  }

  private void start(Object sink, Object listening) {
    try {
      api().monos().succeed(sink);
    } catch (Throwable thrown) {
      // This would have been thrown to the subscriber, whose call has already returned.
      api().monos().abort(listening, thrown);
    }
  }

  @Override
  public @Nullable Object reject(IOException why) {
    Monos monos = api().monos();
    monos.subscribe(monos.failed(why), subscriber);
    return null;
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    return new Object[] {listening(permit)};
  }

  /** Nothing has happened except the subscription. */
  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    return result;
  }

  private Object listening(OutboundPermit permit) {
    return InterfaceProxy.observing(
        api().monos().subscriberType(),
        subscriber,
        (method, arguments) -> heard(method, arguments, permit));
  }

  private void heard(String method, Object[] arguments, OutboundPermit permit) {
    switch (method) {
      case "onSubscribe" -> arguments[0] = cancellable(arguments[0], permit);
      case "onNext" -> {
        permit.responded(new Received(api(), arguments[0]));
        permit.close();
      }
      case "onError", "onComplete" -> permit.close();
      default -> {
        // currentContext needs no action.
      }
    }
  }

  private Object cancellable(Object subscription, OutboundPermit permit) {
    return InterfaceProxy.observing(
        api().monos().subscriptionType(),
        subscription,
        (method, arguments) -> {
          if (method.equals("cancel")) {
            permit.cancel();
            permit.close();
          }
        });
  }

  /** The response. */
  private record Received(ConnectApi api, Object response) implements OutboundResponse {
    @Override
    public int status() {
      return api.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return HeaderLines.joined(api.responseLines(response, name));
    }
  }
}
