package testapp;

import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Pages that return the identity of the client, as read from the request. */
@RestController
public class KeyPages {
  @GetMapping(path = "/seen/query", produces = MediaType.TEXT_PLAIN_VALUE)
  String query(ServerHttpRequest request, @RequestParam(name = "id", required = false) String id) {
    return ReadKeys.format(id, request.getQueryParams().getFirst("id"));
  }

  @PostMapping(path = "/seen/form", produces = MediaType.TEXT_PLAIN_VALUE)
  Mono<String> form(ServerWebExchange exchange) {
    return exchange.getFormData().map(form -> ReadKeys.format(form.getFirst("id")));
  }

  @GetMapping(path = "/seen/cookie", produces = MediaType.TEXT_PLAIN_VALUE)
  String cookie(ServerHttpRequest request, @CookieValue(name = "id", required = false) String id) {
    var first = request.getCookies().getFirst("id");
    return ReadKeys.format(id, first == null ? null : first.getValue());
  }

  @GetMapping(path = "/seen/header", produces = MediaType.TEXT_PLAIN_VALUE)
  String header(
      ServerHttpRequest request, @RequestHeader(name = "X-Id", required = false) String id) {
    return ReadKeys.format(id, request.getHeaders().getFirst("X-Id"));
  }

  @GetMapping(path = "/seen/path/{id}", produces = MediaType.TEXT_PLAIN_VALUE)
  String path(@PathVariable("id") String id) {
    return ReadKeys.format(id);
  }
}
