package testapp;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;
import static org.springframework.web.reactive.function.server.RouterFunctions.nest;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** The pages of orders as router functions, flat and nested. */
@Configuration(proxyBeanMethods = false)
public class Routes {
  @Bean
  RouterFunction<ServerResponse> flat() {
    return route(GET("/fn/orders/{id}"), Routes::order);
  }

  @Bean
  RouterFunction<ServerResponse> nested() {
    return nest(
        path("/fn/nested/orders/{id}"), nest(path("/items"), route(GET("/{item}"), Routes::item)));
  }

  private static Mono<ServerResponse> order(ServerRequest request) {
    return ServerResponse.ok()
        .bodyValue(AppRuntime.countHandler("order " + request.pathVariable("id")));
  }

  private static Mono<ServerResponse> item(ServerRequest request) {
    String text =
        "item " + request.pathVariable("item") + " of order " + request.pathVariable("id");
    return ServerResponse.ok().bodyValue(AppRuntime.countHandler(text));
  }
}
