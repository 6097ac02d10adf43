package dev.penstock.instrument.reactor;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import dev.penstock.instrument.StandIn;
import dev.penstock.instrument.UrlCall;
import dev.penstock.instrument.reactor.Monos.Word;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One subscription to the answer of a request. */
final class ConnectCall extends UrlCall {
  private final ConnectApi api;
  private final Object connect;
  private final Object config;
  private final Object subscriber;
  private final @Nullable WebClientRequest spring;

  /**
   * @param connect what was subscribed to
   */
  ConnectCall(
      ConnectApi api,
      Object connect,
      Object subscriber,
      Object config,
      RequestUrl url,
      @Nullable WebClientRequest spring) {
    super(api.method(config), url.scheme(), url.host(), url.port(), url.pathAlone(), url.query());
    this.api = api;
    this.connect = connect;
    this.config = config;
    this.subscriber = subscriber;
    this.spring = spring != null && spring.isSentBy(this) ? spring : null;
  }

  @Override
  public Object subject() {
    return subscriber;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    String ofRequest = spring == null ? null : spring.header(name);
    if (ofRequest != null) {
      return ofRequest;
    }
    List<?> lines = api.lines(config, name);
    return lines.isEmpty() ? null : String.valueOf(lines.get(0));
  }

  @Override
  public @Nullable String headerLines(String name) {
    String ofRequest = spring == null ? null : spring.headerLines(name);
    return ofRequest != null ? ofRequest : Lines.joined(api.lines(config, name));
  }

  /**
   * Subscribes for the subscriber when it is its turn, on the event loop if it was there: the
   * library picks a connection by that.
   */
  @Override
  public @Nullable Object hold(Departure departure) {
    Monos monos = api.monos();
    Object listening = listening(departure);
    Executor loop = api.eventLoop();
    Object turn =
        monos.create(
            sink ->
                departure.whenDecided(
                    () -> on(loop, () -> start(sink, listening)), why -> monos.error(sink, why)));
    monos.subscribe(monos.saying(monos.then(turn, connect), Word.GOING, connect), listening);
    return null;
  }

  private void on(@Nullable Executor loop, Runnable start) {
    if (loop == null || loop == api.eventLoop()) {
      start.run();
      return;
    }
    try {
      loop.execute(start);
    } catch (RejectedExecutionException down) {
      // The client is being closed, and says so itself.
      start.run();
    }
  }

  private void start(Object sink, Object listening) {
    try {
      api.monos().succeed(sink);
    } catch (RuntimeException thrown) {
      // What would have been thrown at whoever subscribed, who is no longer there.
      api.monos().abort(listening, thrown);
    }
  }

  @Override
  public @Nullable Object refuse(IOException why) {
    api.monos().fail(subscriber, why);
    return null;
  }

  @Override
  public Object[] arguments(Object[] came, Departure departure) {
    return new Object[] {listening(departure)};
  }

  /** Only subscribed to by now. */
  @Override
  public @Nullable Object went(@Nullable Object result, Departure departure) {
    return result;
  }

  private Object listening(Departure departure) {
    return StandIn.of(
        api.monos().subscriberType(),
        subscriber,
        (method, arguments) -> heard(method, arguments, departure));
  }

  private void heard(String method, Object[] arguments, Departure departure) {
    switch (method) {
      case "onSubscribe" -> arguments[0] = cancellable(arguments[0], departure);
      case "onNext" -> {
        departure.answered(new Received(api, arguments[0]));
        departure.over();
      }
      case "onError", "onComplete" -> departure.over();
      default -> {
        // Asked for its context.
      }
    }
  }

  private Object cancellable(Object subscription, Departure departure) {
    return StandIn.of(
        api.monos().subscriptionType(),
        subscription,
        (method, arguments) -> {
          if (method.equals("cancel")) {
            departure.giveUp();
            departure.over();
          }
        });
  }

  /** What came back. */
  private record Received(ConnectApi api, Object response) implements Answered {
    @Override
    public int status() {
      return api.status(response);
    }

    @Override
    public @Nullable String field(String name) {
      return Lines.joined(api.responseLines(response, name));
    }
  }
}
