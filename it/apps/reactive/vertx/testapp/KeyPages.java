package testapp;

import io.vertx.core.http.Cookie;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/** Pages that tell who is calling. */
final class KeyPages {
  private KeyPages() {}

  static void addTo(Router router) {
    router
        .get("/seen/query")
        .handler(
            call -> say(call, call.request().getParam("id"), ReadKeys.last(call.queryParam("id"))));
    router.post("/seen/form").handler(BodyHandler.create(/* handleFileUploads= */ false));
    router.post("/seen/form").handler(call -> say(call, call.request().getFormAttribute("id")));
    router.get("/seen/cookie").handler(KeyPages::cookie);
    router
        .get("/seen/header")
        .handler(
            call ->
                say(
                    call,
                    call.request().getHeader("X-Id"),
                    ReadKeys.last(call.request().headers().getAll("X-Id"))));
    router.get("/seen/path/:id").handler(call -> say(call, call.pathParam("id")));
  }

  private static void cookie(RoutingContext call) {
    Cookie cookie = call.request().getCookie("id");
    String last = null;
    for (Cookie each : call.request().cookies("id")) {
      last = each.getValue();
    }
    say(call, cookie == null ? null : cookie.getValue(), last);
  }

  private static void say(RoutingContext call, String... readings) {
    call.response().putHeader("Content-Type", "text/plain").end(ReadKeys.format(readings));
  }
}
