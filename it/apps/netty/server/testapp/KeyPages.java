package testapp;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import java.util.ArrayList;
import java.util.List;

/** Pages that tell who is calling, read with the decoders of Netty. */
final class KeyPages {
  private static final String PATH = "/seen/path/";

  private KeyPages() {}

  static String read(FullHttpRequest request, QueryStringDecoder target) {
    List<String> values = new ArrayList<>();
    switch (target.path()) {
      case "/seen/query" -> values.addAll(target.parameters().getOrDefault("id", List.of()));
      case "/seen/header" -> values.addAll(request.headers().getAll("X-Id"));
      case "/seen/cookie" -> {
        for (String line : request.headers().getAll("Cookie")) {
          add(values, ServerCookieDecoder.STRICT.decodeAll(line));
          add(values, ServerCookieDecoder.LAX.decodeAll(line));
        }
      }
      default -> {
        if (target.path().startsWith(PATH)) {
          values.add(target.path().substring(PATH.length()));
        }
      }
    }
    return ReadKeys.format(values.isEmpty() ? null : values.get(0), ReadKeys.last(values));
  }

  private static void add(List<String> values, Iterable<Cookie> cookies) {
    for (Cookie cookie : cookies) {
      if (cookie.name().equals("id")) {
        values.add(cookie.value());
      }
    }
  }
}
