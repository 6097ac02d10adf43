package testapp.servlet;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import testapp.ReadKeys;

/** Pages that return the identity of the client, read through the servlet API. */
final class KeyPages {
  private KeyPages() {}

  /** Reads a parameter of the query or of a form. */
  static void parameter(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String[] values = request.getParameterValues("id");
    send(
        response,
        request.getParameter("id"),
        ReadKeys.last(values == null ? List.of() : List.of(values)));
  }

  static void cookie(HttpServletRequest request, HttpServletResponse response) throws IOException {
    List<String> values = new ArrayList<>();
    Cookie[] cookies = request.getCookies();
    for (Cookie cookie : cookies == null ? new Cookie[0] : cookies) {
      if (cookie.getName().equals("id")) {
        values.add(cookie.getValue());
      }
    }
    send(response, values.isEmpty() ? null : values.get(0), ReadKeys.last(values));
  }

  static void header(HttpServletRequest request, HttpServletResponse response) throws IOException {
    send(
        response,
        request.getHeader("X-Id"),
        ReadKeys.last(Collections.list(request.getHeaders("X-Id"))));
  }

  static void path(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getPathInfo();
    send(response, path == null ? null : path.substring(1));
  }

  private static void send(HttpServletResponse response, String... readings) throws IOException {
    response.getWriter().print(ReadKeys.format(readings));
  }
}
