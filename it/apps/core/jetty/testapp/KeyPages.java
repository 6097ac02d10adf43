package testapp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Request;

/** Returns the identity of the client, as Jetty has parsed it. */
final class KeyPages {
  private static final String PATH = "/seen/path/";

  private KeyPages() {}

  static String read(String path, Request request) {
    List<String> values = new ArrayList<>();
    switch (path) {
      case "/seen/query" ->
          values.addAll(Request.extractQueryParameters(request).getValuesOrEmpty("id"));
      case "/seen/header" -> values.addAll(request.getHeaders().getValuesList("X-Id"));
      case "/seen/cookie" -> {
        for (HttpCookie cookie : Request.getCookies(request)) {
          if (cookie.getName().equals("id")) {
            values.add(cookie.getValue());
          }
        }
      }
      default -> {
        String decoded = request.getHttpURI().getDecodedPath();
        if (decoded.startsWith(PATH)) {
          values.add(decoded.substring(PATH.length()));
        }
      }
    }
    return ReadKeys.format(values.isEmpty() ? null : values.get(0), ReadKeys.last(values));
  }
}
