package testapp;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.List;

/** Pages that return the identity of the client, as read from the request. */
@Controller("/seen")
@Produces(MediaType.TEXT_PLAIN)
public class KeyPages {
  @Get("/query")
  public String query(HttpRequest<?> request) {
    return seen(request.getParameters().getAll("id"));
  }

  @Get("/header")
  public String header(HttpRequest<?> request) {
    return seen(request.getHeaders().getAll("X-Id"));
  }

  @Get("/cookie")
  public String cookie(HttpRequest<?> request) {
    List<String> values = new ArrayList<>();
    for (Cookie cookie : request.getCookies().getAll()) {
      if (cookie.getName().equals("id")) {
        values.add(cookie.getValue());
      }
    }
    return seen(values);
  }

  @Get("/path/{id}")
  public String path(String id) {
    return ReadKeys.format(id);
  }

  /** The first value and the last one. */
  private static String seen(List<String> values) {
    String first = values == null || values.isEmpty() ? null : values.get(0);
    return ReadKeys.format(first, ReadKeys.last(values));
  }
}
