package testapp;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Accepts users with the right password. */
@ServerFilter("/me")
public class Members {
  private static final String SCHEME = "Basic ";

  @RequestFilter
  @Nullable
  public HttpResponse<?> check(HttpRequest<?> request) {
    String header = request.getHeaders().get("Authorization");
    String[] pair = {};
    if (header != null && header.startsWith(SCHEME)) {
      byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()));
      pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    }
    if (pair.length < 2 || !pair[1].equals("secret of " + pair[0])) {
      return HttpResponse.unauthorized();
    }
    String name = pair[0];
    request.setUserPrincipal(() -> name);
    return null;
  }
}
