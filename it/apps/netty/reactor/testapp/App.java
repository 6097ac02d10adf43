package testapp;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.time.Duration;
import java.util.logging.LogManager;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;

/** Reactor Netty without Spring. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    LogManager.getLogManager().reset();
    // Or else newer JVMs warn of Netty 4.1 on stderr.
    System.setProperty("io.netty.noUnsafe", "true");
    int port = AppRuntime.port(args);
    DisposableServer server =
        HttpServer.create()
            .host("127.0.0.1")
            .port(port)
            .route(
                routes ->
                    routes
                        .get(
                            "/hello",
                            (request, response) ->
                                response.sendString(
                                    Mono.fromSupplier(() -> AppRuntime.countHandler("hello"))))
                        .get(
                            "/handled",
                            (request, response) ->
                                response.sendString(Mono.fromSupplier(AppRuntime::handlerCalls)))
                        .get(
                            "/slow",
                            (request, response) ->
                                response.sendString(
                                    Mono.delay(Duration.ofMillis(millis(request)))
                                        .map(end -> AppRuntime.countHandler("slow"))))
                        .post(
                            "/echo",
                            (request, response) -> response.send(request.receive().retain())))
            .bindNow();
    AppRuntime.ready(server.port());
    // Its own threads do not keep the JVM alive.
    server.onDispose().block();
  }

  private static long millis(HttpServerRequest request) {
    return Long.parseLong(new QueryStringDecoder(request.uri()).parameters().get("ms").get(0));
  }
}
