package testapp;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.headers.Cookie;
import org.apache.pekko.http.javadsl.model.headers.HttpCookiePair;

/** Pages that tell who is calling. */
final class KeyPages {
  private KeyPages() {}

  static String read(HttpRequest request, List<String> path) {
    List<String> values = new ArrayList<>();
    switch (path.size() > 1 ? path.get(1) : "") {
      case "query" -> values.addAll(request.getUri().query().getAll("id"));
      case "header" -> {
        for (HttpHeader header : request.getHeaders()) {
          if (header.is("x-id")) {
            values.add(header.value());
          }
        }
      }
      case "cookie" -> {
        for (Cookie header : request.getHeaders(Cookie.class)) {
          for (HttpCookiePair cookie : header.getCookies()) {
            if (cookie.name().equals("id")) {
              values.add(cookie.value());
            }
          }
        }
      }
      case "path" -> {
        if (path.size() == 3) {
          values.add(path.get(2));
        }
      }
      default -> {}
    }
    return ReadKeys.format(values.isEmpty() ? null : values.get(0), ReadKeys.last(values));
  }
}
