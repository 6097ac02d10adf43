package testapp;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/** All pages, each with a route of its own. */
final class Pages {
  private static final String BASIC = "Basic ";

  private Pages() {}

  static void addTo(ServerBuilder builder) {
    builder.route().get("/hello").build((ctx, req) -> text(AppRuntime.countHandler("hello")));
    builder.route().get("/handled").build((ctx, req) -> text(AppRuntime.handlerCalls()));
    builder
        .route()
        .get("/orders/:id")
        .build((ctx, req) -> text(AppRuntime.countHandler("order " + ctx.pathParam("id"))));
    builder.route().get("/orders/{id}/items/{item}").build((ctx, req) -> item(ctx));
    builder.route().post("/echo").build((ctx, req) -> echo(req));
    builder.route().get("/bytes").build((ctx, req) -> bytes());
    builder
        .route()
        .get("/boom")
        .build(
            (ctx, req) -> {
              throw new IllegalStateException(AppRuntime.countHandler("boom"));
            });
    builder.route().get("/slow").build((ctx, req) -> slow(ctx));
    builder.route().get("/me").build((ctx, req) -> me(req));
    Map.of(
            "/vault",
            "vault",
            "/plain",
            "plain",
            "/box",
            "box",
            "/lid",
            "lid",
            "/open",
            "open",
            "/chest/:id",
            "chest")
        .forEach((path, page) -> builder.service(path, (ctx, req) -> reached(page)));
    for (String page : new String[] {"vault", "plain"}) {
      builder.serviceUnder("/" + page + "/", (ctx, req) -> reached(page));
    }
  }

  private static HttpResponse item(ServiceRequestContext ctx) {
    String text = "item " + ctx.pathParam("item") + " of order " + ctx.pathParam("id");
    return text(AppRuntime.countHandler(text));
  }

  private static HttpResponse echo(HttpRequest request) {
    return HttpResponse.of(
        request
            .aggregate()
            .thenApply(
                whole ->
                    HttpResponse.of(
                        HttpStatus.OK,
                        MediaType.OCTET_STREAM,
                        HttpData.wrap(whole.content().array()))));
  }

  private static HttpResponse bytes() {
    return HttpResponse.of(
        ResponseHeaders.of(
            HttpStatus.OK,
            HttpHeaderNames.ETAG,
            Blob.ETAG,
            HttpHeaderNames.CONTENT_TYPE,
            "application/octet-stream"),
        HttpData.wrap(Blob.bytes()));
  }

  private static HttpResponse slow(ServiceRequestContext ctx) {
    Duration delay = Duration.ofMillis(Long.parseLong(ctx.queryParam("ms")));
    return HttpResponse.delayed(() -> text(AppRuntime.countHandler("slow")), delay);
  }

  /** Accepts users with the right password. */
  private static HttpResponse me(HttpRequest request) {
    String header = request.headers().get(HttpHeaderNames.AUTHORIZATION);
    String[] pair = {};
    if (header != null && header.startsWith(BASIC)) {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()));
      pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    }
    return pair.length == 2 && pair[1].equals("secret of " + pair[0])
        ? text(AppRuntime.countHandler(pair[0]))
        : HttpResponse.of(HttpStatus.UNAUTHORIZED);
  }

  /** Says which page has run, whatever the method was. */
  private static HttpResponse reached(String page) {
    return HttpResponse.of(
        ResponseHeaders.of(HttpStatus.OK, "X-Reached", page), HttpData.ofUtf8(page));
  }

  private static HttpResponse text(String text) {
    return HttpResponse.of(HttpStatus.OK, MediaType.PLAIN_TEXT_UTF_8, text);
  }
}
