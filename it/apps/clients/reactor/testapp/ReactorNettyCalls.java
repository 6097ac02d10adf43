package testapp;

import java.util.concurrent.Future;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The client of Reactor Netty. */
final class ReactorNettyCalls implements Client {
  private static final int CONNECTIONS = 256;

  private final ClientCache<HttpClient> clients = new ClientCache<>(ReactorNettyCalls::client);

  static HttpClient client(Options options) {
    // Not the shared provider, because other clients leave connections in it.
    ConnectionProvider connections =
        ConnectionProvider.builder("calls")
            .maxConnections(CONNECTIONS)
            .pendingAcquireMaxCount(-1)
            .build();
    HttpClient client =
        HttpClient.create(connections)
            .responseTimeout(options.timeout())
            .followRedirect(options.followsRedirects());
    return options.http2() ? client.protocol(HttpProtocol.H2).secure() : client;
  }

  @Override
  public String name() {
    return "reactor-netty";
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
    HttpClient client =
        clients.with(call.options()).headers(fields -> call.headers().forEach(fields::set));
    HttpClient.ResponseReceiver<?> receiver =
        call.hasBody()
            ? client.post().uri(call.url()).send(ByteBufFlux.fromString(Mono.just(call.body())))
            : client.get().uri(call.url());
    if (call.streamed()) {
      return receiver
          .responseContent()
          .asString()
          .collectList()
          .map(pieces -> Reply.joined(call, 200, String.join("", pieces)));
    }
    return receiver.responseSingle(
        (response, body) ->
            body.asString()
                .defaultIfEmpty("")
                .map(text -> Reply.of(response.status().code(), text)));
  }
}
