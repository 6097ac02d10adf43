package dev.penstock.instrument.micronaut;

import dev.penstock.http.RejectionResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request that has reached its route, and the flow that takes the place of the route's. */
final class RoutedExecution {
  private final MicronautRouteApi api;
  private final Object lifecycle;
  private final Object[] arguments;
  private final String template;
  private final CompletableFuture<@Nullable Void> turn = new CompletableFuture<>();

  /**
   * @param lifecycle the object that executes the route
   * @param arguments the request, its context, and the route
   */
  RoutedExecution(MicronautRouteApi api, Object lifecycle, Object[] arguments, String template) {
    this.api = api;
    this.lifecycle = lifecycle;
    this.arguments = arguments;
    this.template = template;
  }

  String template() {
    return template;
  }

  @Nullable String user() {
    return api.user(arguments[0]);
  }

  @Nullable String attribute(String name) {
    return api.attribute(arguments[0], name);
  }

  /** A flow with the response to the rejected request. */
  Object rejected(RejectionResponse rejection) {
    return api.flowOf(rejection);
  }

  /** A flow that executes the route after {@link #resume}. */
  Object suspended() {
    return api.flowAfter(turn, () -> api.execute(lifecycle, arguments));
  }

  void resume() {
    turn.complete(null);
  }
}
