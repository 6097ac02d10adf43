package testapp;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The HttpClient of Vert.x. Uses only methods that the versions 4 and 5 share. */
final class VertxCalls implements AsyncClient {
  static final Vertx VERTX = Vertx.vertx();

  private static final int CONNECTIONS = 256;

  private final ClientCache<HttpClient> clients = new ClientCache<>(VertxCalls::client);

  static HttpClientOptions options(Options options) {
    // Vert.x verifies the host name only if it has a name.
    var client = new HttpClientOptions().setTrustAll(true).setVerifyHost(false);
    return options.http2()
        ? client.setProtocolVersion(HttpVersion.HTTP_2).setUseAlpn(true)
        : client;
  }

  private static HttpClient client(Options options) {
    return VERTX.createHttpClient(options(options), new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  }

  @Override
  public String name() {
    return "vertx";
  }

  @Override
  public java.util.concurrent.Future<Reply> start(Call call) {
    var request =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(call.method()))
            .setAbsoluteURI(call.url())
            .setTimeout(call.options().timeoutMillis())
            .setFollowRedirects(call.options().followsRedirects());
    call.headers().forEach(request::putHeader);
    Future<Reply> reply =
        clients
            .with(call.options())
            .request(request)
            .compose(opened -> send(call, opened))
            .compose(response -> read(call, response));
    return reply.toCompletionStage().toCompletableFuture();
  }

  private static Future<HttpClientResponse> send(Call call, HttpClientRequest request) {
    return call.hasBody() ? request.send(Buffer.buffer(call.body())) : request.send();
  }

  private static Future<Reply> read(Call call, HttpClientResponse response) {
    var text = new StringBuilder();
    response.handler(piece -> text.append(piece.toString()));
    return response.end().map(end -> Reply.joined(call, response.statusCode(), text.toString()));
  }
}
