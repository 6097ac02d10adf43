package dev.penstock.instrument.vertx;

import org.jspecify.annotations.Nullable;

/** A request that has come to its route. */
record RoutedRequest(RouteApi api, Object route, Object context) {
  @Nullable String template() {
    return api.template(context);
  }

  @Nullable String user() {
    return api.user(context);
  }

  @Nullable Object note(String name) {
    return api.data(context).get(name);
  }

  void handle() {
    api.handle(route, context);
  }
}
