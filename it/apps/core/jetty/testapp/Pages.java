package testapp;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** All pages; what a path means is found out by hand. */
final class Pages extends Handler.Abstract {
  private static final Pattern ORDER = Pattern.compile("/orders/([^/]+)");
  private static final Pattern CHEST = Pattern.compile("/chest/([^/]+)");
  private static final Pattern ITEM = Pattern.compile("/orders/([^/]+)/items/([^/]+)");

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    if (path == null) {
      return false;
    }
    switch (path) {
      case "/hello" -> text(response, AppRuntime.countHandler("hello"), callback);
      case "/handled" -> text(response, AppRuntime.handlerCalls(), callback);
      case "/echo" -> Content.copy(request, response, callback);
      case "/bytes" -> bytes(response, callback);
      case "/boom" -> throw new IllegalStateException(AppRuntime.countHandler("boom"));
      case "/slow" -> slow(request, response, callback);
      case "/me" -> me(request, response, callback);
      case "/box", "/lid", "/open" -> reached(response, path.substring(1), callback);
      default -> {
        return other(path, request, response, callback);
      }
    }
    return true;
  }

  private static boolean other(String path, Request request, Response response, Callback callback) {
    Matcher order = ORDER.matcher(path);
    Matcher item = ITEM.matcher(path);
    if (path.startsWith("/seen/")) {
      text(response, KeyPages.read(path, request), callback);
    } else if (path.equals("/vault") || path.startsWith("/vault/")) {
      reached(response, "vault", callback);
    } else if (path.equals("/plain") || path.startsWith("/plain/")) {
      reached(response, "plain", callback);
    } else if (CHEST.matcher(path).matches()) {
      reached(response, "chest", callback);
    } else if (order.matches()) {
      text(response, AppRuntime.countHandler("order " + order.group(1)), callback);
    } else if (item.matches()) {
      String text = "item " + item.group(2) + " of order " + item.group(1);
      text(response, AppRuntime.countHandler(text), callback);
    } else {
      return false;
    }
    return true;
  }

  private static void bytes(Response response, Callback callback) {
    response.getHeaders().put("ETag", Blob.ETAG);
    response.getHeaders().put("Content-Type", "application/octet-stream");
    response.write(/* last= */ true, ByteBuffer.wrap(Blob.bytes()), callback);
  }

  private static void slow(Request request, Response response, Callback callback) {
    long millis = Long.parseLong(Request.extractQueryParameters(request).getValue("ms"));
    request
        .getComponents()
        .getScheduler()
        .schedule(
            () -> text(response, AppRuntime.countHandler("slow"), callback),
            millis,
            TimeUnit.MILLISECONDS);
  }

  private static void me(Request request, Response response, Callback callback) {
    String name = Members.name(request.getHeaders().get("Authorization"));
    if (name == null) {
      response.setStatus(401);
      callback.succeeded();
    } else {
      text(response, AppRuntime.countHandler(name), callback);
    }
  }

  /** Returns the name of the page that the request has reached. */
  private static void reached(Response response, String page, Callback callback) {
    response.getHeaders().put("X-Reached", page);
    text(response, page, callback);
  }

  private static void text(Response response, String text, Callback callback) {
    response.getHeaders().put("Content-Type", "text/plain");
    Content.Sink.write(response, /* last= */ true, text, callback);
  }
}
