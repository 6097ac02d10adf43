package testapp;

import io.ktor.http.ContentType;
import io.ktor.http.HttpStatusCode;
import io.ktor.http.content.ByteArrayContent;
import io.ktor.http.content.OutgoingContent;
import io.ktor.http.content.TextContent;
import io.ktor.server.http.content.HttpStatusCodeContent;
import io.ktor.server.routing.Route;
import io.ktor.server.routing.RoutingBuilderKt;
import io.ktor.server.routing.RoutingCall;
import io.ktor.utils.io.ByteReadChannel;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.intrinsics.CoroutineSingletons;
import kotlinx.coroutines.DelayKt;

/** All pages. */
final class Pages {
  private static final String BASIC = "Basic ";

  private Pages() {}

  /** Makes the response to a call. */
  interface Page {
    OutgoingContent content(RoutingCall call);
  }

  static void addTo(Route routes) {
    get(routes, "/hello", call -> text(AppRuntime.countHandler("hello")));
    get(routes, "/handled", call -> text(AppRuntime.handlerCalls()));
    get(routes, "/orders/{id}", call -> text(AppRuntime.countHandler("order " + path(call, "id"))));
    get(
        routes,
        "/orders/{id}/items/{item}",
        call ->
            text(
                AppRuntime.countHandler(
                    "item " + path(call, "item") + " of order " + path(call, "id"))));
    RoutingBuilderKt.post(
        routes,
        "/echo",
        (context, next) ->
            context
                .getCall()
                .respond(new Echo(context.getCall().getRequest().receiveChannel()), null, next));
    get(routes, "/bytes", Pages::bytes);
    get(
        routes,
        "/boom",
        call -> {
          throw new IllegalStateException(AppRuntime.countHandler("boom"));
        });
    RoutingBuilderKt.get(routes, "/slow", (context, next) -> slow(context.getCall(), next));
    get(routes, "/me", Pages::me);
    for (String path :
        List.of(
            "/vault",
            "/vault/{rest...}",
            "/plain",
            "/plain/{rest...}",
            "/chest/{id}",
            "/box",
            "/lid",
            "/open")) {
      String page = path.substring(1).replaceFirst("/.*", "");
      RoutingBuilderKt.route(
          routes,
          path,
          route -> {
            route.handle(
                (context, next) -> {
                  context.getCall().getResponse().getHeaders().append("X-Reached", page, false);
                  return context.getCall().respond(text(page), null, next);
                });
            return Unit.INSTANCE;
          });
    }
  }

  static void get(Route routes, String path, Page page) {
    RoutingBuilderKt.get(
        routes,
        path,
        (context, next) -> {
          RoutingCall call = context.getCall();
          return call.respond(page.content(call), null, next);
        });
  }

  static String path(RoutingCall call, String name) {
    return call.getPathParameters().get(name);
  }

  static OutgoingContent text(String text) {
    return new TextContent(text, ContentType.Text.INSTANCE.getPlain(), null);
  }

  private static OutgoingContent bytes(RoutingCall call) {
    call.getResponse().getHeaders().append("ETag", Blob.ETAG, false);
    return new ByteArrayContent(
        Blob.bytes(), ContentType.Application.INSTANCE.getOctetStream(), null);
  }

  /** Waits without a thread, as the function in Kotlin would. */
  private static Object slow(RoutingCall call, Continuation<? super Unit> next) {
    long millis = Long.parseLong(call.getQueryParameters().get("ms"));
    Object waited =
        DelayKt.delay(
            millis,
            new Continuation<Unit>() {
              @Override
              public CoroutineContext getContext() {
                return next.getContext();
              }

              @Override
              public void resumeWith(Object result) {
                Object responded = call.respond(text(AppRuntime.countHandler("slow")), null, next);
                if (responded != CoroutineSingletons.COROUTINE_SUSPENDED) {
                  next.resumeWith(Unit.INSTANCE);
                }
              }
            });
    return waited == CoroutineSingletons.COROUTINE_SUSPENDED
        ? waited
        : call.respond(text(AppRuntime.countHandler("slow")), null, next);
  }

  /** Accepts users with the right password. */
  private static OutgoingContent me(RoutingCall call) {
    String header = call.getRequest().getHeaders().get("Authorization");
    String[] pair = {};
    if (header != null && header.startsWith(BASIC)) {
      byte[] decoded = Base64.getDecoder().decode(header.substring(BASIC.length()));
      pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    }
    return pair.length == 2 && pair[1].equals("secret of " + pair[0])
        ? text(AppRuntime.countHandler(pair[0]))
        : new HttpStatusCodeContent(HttpStatusCode.Companion.getUnauthorized());
  }

  /** The body of the request as the body of the response. */
  private static final class Echo extends OutgoingContent.ReadChannelContent {
    private final ByteReadChannel body;

    Echo(ByteReadChannel body) {
      this.body = body;
    }

    @Override
    public ByteReadChannel readFrom() {
      return body;
    }
  }
}
