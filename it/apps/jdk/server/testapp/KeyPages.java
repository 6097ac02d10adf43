package testapp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Pages that return the identity of the client, with several common ways of parsing. */
final class KeyPages {
  private static final String PATH = "/seen/path/";

  private KeyPages() {}

  static void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    switch (path) {
      case "/seen/query" -> query(exchange);
      case "/seen/cookie" -> cookie(exchange);
      case "/seen/header" ->
          Pages.send(
              exchange,
              ReadKeys.format(
                  exchange.getRequestHeaders().getFirst("X-Id"),
                  ReadKeys.last(exchange.getRequestHeaders().get("X-Id"))));
      default ->
          Pages.send(
              exchange,
              ReadKeys.format(path.startsWith(PATH) ? path.substring(PATH.length()) : null));
    }
  }

  private static void query(HttpExchange exchange) throws IOException {
    String raw = exchange.getRequestURI().getRawQuery();
    List<String> decodedLate = new ArrayList<>();
    for (String value : values(raw, "&")) {
      decodedLate.add(URLDecoder.decode(value, StandardCharsets.UTF_8));
    }
    List<String> decodedFirst = values(exchange.getRequestURI().getQuery(), "&");
    Pages.send(
        exchange,
        ReadKeys.format(
            first(decodedLate),
            ReadKeys.last(decodedLate),
            first(decodedFirst),
            ReadKeys.last(decodedFirst)));
  }

  private static void cookie(HttpExchange exchange) throws IOException {
    List<String> lines = exchange.getRequestHeaders().get("Cookie");
    String header = lines == null ? null : String.join(",", lines);
    List<String> standard = values(header, "; ");
    List<String> lenient = values(header, "\\s*[;,]\\s*");
    Pages.send(
        exchange,
        ReadKeys.format(
            first(standard), first(lenient), ReadKeys.last(standard), ReadKeys.last(lenient)));
  }

  private static String first(List<String> values) {
    return values.isEmpty() ? null : values.get(0);
  }

  private static List<String> values(String pairs, String separator) {
    List<String> values = new ArrayList<>();
    for (String pair : pairs == null ? new String[0] : pairs.split(separator)) {
      if (pair.startsWith("id=")) {
        values.add(pair.substring("id=".length()));
      }
    }
    return values;
  }
}
