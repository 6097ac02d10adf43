package testapp;

import java.util.concurrent.Future;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Reply;

/** Spring's WebClient on Reactor Netty. */
final class WebClientCalls implements Client {
  private final ClientCache<WebClient> clients =
      new ClientCache<>(
          options ->
              WebClient.builder()
                  .clientConnector(
                      new ReactorClientHttpConnector(ReactorNettyCalls.client(options)))
                  .build());

  @Override
  public String name() {
    return "webclient";
  }

  @Override
  public Reply call(Call call) {
    return reply(call).block();
  }

  @Override
  public Future<Reply> start(Call call) {
    return reply(call).toFuture();
  }

  private Mono<Reply> reply(Call call) {
    WebClient.RequestBodySpec request =
        clients
            .with(call.options())
            .method(HttpMethod.valueOf(call.method()))
            .uri(call.uri())
            .headers(fields -> call.headers().forEach(fields::set));
    if (call.hasBody()) {
      request.contentType(MediaType.TEXT_PLAIN).bodyValue(call.body());
    }
    if (call.streamed()) {
      return request
          .retrieve()
          .bodyToFlux(String.class)
          .count()
          .map(lines -> Reply.of(200, lines + " lines"));
    }
    return request
        .retrieve()
        .toEntity(String.class)
        .map(entity -> Reply.of(entity.getStatusCode().value(), entity.getBody()));
  }
}
