package testapp;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.SimpleAuthenticationHandler;

/** All pages. The items are in a separate router. */
final class Pages {
  private Pages() {}

  static Router router(Vertx vertx) {
    var router = Router.router(vertx);
    router.get("/hello").handler(call -> text(call, AppRuntime.countHandler("hello")));
    router.get("/handled").handler(call -> text(call, AppRuntime.handlerCalls()));
    router
        .get("/orders/:id")
        .handler(call -> text(call, AppRuntime.countHandler("order " + id(call))));
    router.route("/orders/:id/items/*").subRouter(items(vertx));
    router.post("/echo").handler(BodyHandler.create(/* handleFileUploads= */ false));
    router.post("/echo").handler(Pages::echo);
    router.get("/bytes").handler(Pages::bytes);
    router.get("/boom").handler(Pages::boom);
    router
        .get("/slow")
        .handler(
            call ->
                vertx.setTimer(
                    Long.parseLong(call.request().getParam("ms")),
                    timer -> text(call, AppRuntime.countHandler("slow"))));
    router.route("/me*").handler(SimpleAuthenticationHandler.create().authenticate(Members::check));
    router.get("/me").handler(Pages::me);
    for (String page : new String[] {"vault/*", "plain/*", "chest/:id", "box", "lid", "open"}) {
      router.route("/" + page).handler(call -> reached(call, page.replaceFirst("/.*", "")));
    }
    router.get("/ws").handler(call -> call.request().toWebSocket());
    KeyPages.addTo(router);
    return router;
  }

  private static Router items(Vertx vertx) {
    var items = Router.router(vertx);
    items
        .get("/:item")
        .handler(
            call -> {
              String item = call.pathParam("item");
              text(call, AppRuntime.countHandler("item " + item + " of order " + id(call)));
            });
    return items;
  }

  private static String id(RoutingContext call) {
    return call.pathParam("id");
  }

  private static void echo(RoutingContext call) {
    Buffer body = call.body().buffer();
    call.response().end(body == null ? Buffer.buffer() : body);
  }

  private static void bytes(RoutingContext call) {
    call.response()
        .putHeader("ETag", Blob.ETAG)
        .putHeader("Content-Type", "application/octet-stream")
        .end(Buffer.buffer(Blob.bytes()));
  }

  private static void boom(RoutingContext call) {
    throw new IllegalStateException(AppRuntime.countHandler("boom at " + call.normalizedPath()));
  }

  private static void me(RoutingContext call) {
    text(call, AppRuntime.countHandler(call.user().principal().getString("username")));
  }

  /** Returns the name of the page that the request has reached. */
  private static void reached(RoutingContext call, String page) {
    call.response().putHeader("X-Reached", page).end(page);
  }

  private static void text(RoutingContext call, String text) {
    call.response().putHeader("Content-Type", "text/plain").end(text);
  }
}
