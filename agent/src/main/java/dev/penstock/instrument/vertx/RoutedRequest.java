package dev.penstock.instrument.vertx;

import org.jspecify.annotations.Nullable;

/** A request that has reached its route. */
record RoutedRequest(VertxRouteApi api, Object route, Object context) {
  @Nullable String template() {
    return api.template(context);
  }

  @Nullable String user() {
    return api.user(context);
  }

  @Nullable Object attribute(String name) {
    return api.data(context).get(name);
  }

  void handle() {
    api.handle(route, context);
  }
}
