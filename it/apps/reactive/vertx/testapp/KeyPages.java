package testapp;

import io.vertx.core.http.Cookie;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/** Pages that return the identity of the client, as read from the request. */
final class KeyPages {
  private KeyPages() {}

  static void addTo(Router router) {
    router
        .get("/seen/query")
        .handler(
            call ->
                send(call, call.request().getParam("id"), ReadKeys.last(call.queryParam("id"))));
    router.post("/seen/form").handler(BodyHandler.create(/* handleFileUploads= */ false));
    router.post("/seen/form").handler(call -> send(call, call.request().getFormAttribute("id")));
    router.get("/seen/cookie").handler(KeyPages::cookie);
    router
        .get("/seen/header")
        .handler(
            call ->
                send(
                    call,
                    call.request().getHeader("X-Id"),
                    ReadKeys.last(call.request().headers().getAll("X-Id"))));
    router.get("/seen/path/:id").handler(call -> send(call, call.pathParam("id")));
  }

  private static void cookie(RoutingContext call) {
    Cookie cookie = call.request().getCookie("id");
    String last = null;
    for (Cookie each : call.request().cookies("id")) {
      last = each.getValue();
    }
    send(call, cookie == null ? null : cookie.getValue(), last);
  }

  private static void send(RoutingContext call, String... readings) {
    call.response().putHeader("Content-Type", "text/plain").end(ReadKeys.format(readings));
  }
}
