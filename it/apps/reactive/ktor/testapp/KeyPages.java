package testapp;

import io.ktor.http.CookieEncoding;
import io.ktor.server.routing.Route;
import java.util.List;

/** Pages that return the identity of the client, as read from the request. */
final class KeyPages {
  private KeyPages() {}

  static void addTo(Route routes) {
    Pages.get(
        routes, "/seen/query", call -> Pages.text(seen(call.getQueryParameters().getAll("id"))));
    Pages.get(
        routes,
        "/seen/header",
        call -> Pages.text(seen(call.getRequest().getHeaders().getAll("X-Id"))));
    Pages.get(
        routes,
        "/seen/cookie",
        call ->
            Pages.text(
                ReadKeys.format(
                    call.getRequest().getCookies().get("id", CookieEncoding.URI_ENCODING))));
    Pages.get(
        routes, "/seen/path/{id}", call -> Pages.text(ReadKeys.format(Pages.path(call, "id"))));
  }

  /** The first value and the last one. */
  private static String seen(List<String> values) {
    String first = values == null || values.isEmpty() ? null : values.get(0);
    return ReadKeys.format(first, ReadKeys.last(values));
  }
}
