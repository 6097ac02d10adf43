package dev.penstock.instrument.pekko;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HeaderField;
import dev.penstock.http.RawPath;
import dev.penstock.instrument.InterfaceProxy.Original;
import dev.penstock.instrument.server.EventLoopExchange;
import dev.penstock.instrument.server.GateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A request of Pekko, from its arrival to the end of its response. */
final class PekkoExchange extends EventLoopExchange {
  /*
   * A response before the end of its request closes the connection. So a rejection waits until the
   * body of the request was received and discarded, unless the client waits for permission to send.
   */
  private static final int NO_RESPONSE = 500;

  private final PekkoApi api;
  private final Object request;
  private final Original handler;
  private final List<HeaderField> fields = new ArrayList<>(5);
  private final CompletableFuture<@Nullable Object> later = new CompletableFuture<>();
  private volatile int status = NO_RESPONSE;

  PekkoExchange(PekkoApi api, Object request, Original handler) {
    super(api, request);
    this.api = api;
    this.request = request;
    this.handler = handler;
  }

  /** Returns a future of the response of the handler, or of the one that takes its place. */
  @Nullable Object respond() throws Throwable {
    GateResult result = ask("pekko");
    return switch (result) {
      case ADMITTED -> admitted();
      case REJECTED -> api.future(rejected());
      case SUSPENDED -> api.future(later);
    };
  }

  private @Nullable Object admitted() throws Throwable {
    Object future;
    try {
      future = handler.call();
    } catch (Throwable thrown) {
      ended();
      throw thrown;
    }
    return future == null ? null : api.future(api.stage(future).handle(this::finished));
  }

  private @Nullable Object finished(@Nullable Object response, @Nullable Throwable thrown) {
    if (thrown != null) {
      ended();
      throw PekkoApi.rethrown(thrown);
    }
    try {
      return response == null ? null : started(response);
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
      ended();
      return response;
    }
  }

  private Object started(Object response) {
    status = api.status(response);
    Object changed = api.withFields(response, fields);
    if (api.isStrict(changed)) {
      ended();
      return changed;
    }
    return api.watched(changed, this::ended);
  }

  private CompletionStage<Object> rejected() {
    Object response = api.response(rejection());
    return "100-continue".equalsIgnoreCase(header("Expect"))
        ? CompletableFuture.completedFuture(response)
        : api.discarded(request).thenApply(done -> response);
  }

  @Override
  protected void resume(@Nullable GateResult known) {
    GateResult result = known == null ? ask("pekko") : known;
    if (result == GateResult.SUSPENDED) {
      return;
    }
    try {
      CompletionStage<?> stage = result == GateResult.REJECTED ? rejected() : admittedStage();
      Object unused =
          stage.whenComplete(
              (response, thrown) -> {
                if (thrown == null) {
                  later.complete(response);
                } else {
                  later.completeExceptionally(PekkoApi.cause(thrown));
                }
              });
    } catch (Throwable thrown) {
      later.completeExceptionally(thrown);
    }
  }

  private CompletionStage<?> admittedStage() throws Throwable {
    Object future = admitted();
    return future == null ? CompletableFuture.completedFuture(null) : api.stage(future);
  }

  @Override
  protected void execute(Runnable task) {
    api.dispatcher().execute(task);
  }

  @Override
  protected void executeAfter(long micros, Runnable task) {
    CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS, api.dispatcher())
        .execute(task);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public String path() {
    return RawPath.withParameters(api.rawPath(request));
  }

  @Override
  public void addHeader(String name, String value) {
    fields.add(new HeaderField(name, value));
  }

  @Override
  public void replaceHeader(String name, String value) {
    fields.removeIf(field -> field.name().equals(name));
    addHeader(name, value);
  }
}
