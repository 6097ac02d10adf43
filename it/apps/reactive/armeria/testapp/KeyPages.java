package testapp;

import com.linecorp.armeria.common.Cookie;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.ServerBuilder;
import java.util.ArrayList;
import java.util.List;

/** Pages that return the identity of the client, as read from the request. */
final class KeyPages {
  private KeyPages() {}

  static void addTo(ServerBuilder builder) {
    builder.route().get("/seen/query").build((ctx, req) -> seen(ctx.queryParams("id")));
    builder.route().get("/seen/header").build((ctx, req) -> seen(req.headers().getAll("X-Id")));
    builder.route().get("/seen/cookie").build((ctx, req) -> cookies(req));
    builder
        .route()
        .get("/seen/path/:id")
        .build((ctx, req) -> HttpResponse.of(ReadKeys.format(ctx.pathParam("id"))));
  }

  private static HttpResponse cookies(HttpRequest request) {
    List<String> values = new ArrayList<>();
    for (Cookie cookie : request.headers().cookies()) {
      if (cookie.name().equals("id")) {
        values.add(cookie.value());
      }
    }
    return seen(values);
  }

  /** The first value and the last one. */
  private static HttpResponse seen(List<String> values) {
    String first = values.isEmpty() ? null : values.get(0);
    return HttpResponse.of(ReadKeys.format(first, ReadKeys.last(values)));
  }
}
