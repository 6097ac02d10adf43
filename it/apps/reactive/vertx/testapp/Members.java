package testapp;

import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.User;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Accepts users with the correct password. */
final class Members {
  private static final String SCHEME = "Basic ";

  private Members() {}

  static Future<User> check(RoutingContext call) {
    String header = call.request().getHeader(HttpHeaders.AUTHORIZATION);
    if (header == null || !header.startsWith(SCHEME)) {
      return Future.failedFuture(new HttpException(401));
    }
    byte[] decoded = Base64.getDecoder().decode(header.substring(SCHEME.length()));
    String[] pair = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
    return pair.length == 2 && pair[1].equals("secret of " + pair[0])
        ? Future.succeededFuture(User.create(new JsonObject().put("username", pair[0])))
        : Future.failedFuture(new HttpException(401));
  }
}
