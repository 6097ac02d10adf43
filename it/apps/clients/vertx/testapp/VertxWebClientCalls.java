package testapp;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The WebClient of Vert.x. */
final class VertxWebClientCalls implements AsyncClient {
  private final ClientCache<WebClient> clients = new ClientCache<>(VertxWebClientCalls::client);

  private static WebClient client(Options options) {
    return WebClient.create(VertxCalls.VERTX, new WebClientOptions(VertxCalls.options(options)));
  }

  @Override
  public String name() {
    return "vertx-webclient";
  }

  @Override
  public java.util.concurrent.Future<Reply> start(Call call) {
    HttpRequest<Buffer> request =
        clients
            .with(call.options())
            .requestAbs(HttpMethod.valueOf(call.method()), call.url())
            .timeout(call.options().timeoutMillis())
            .followRedirects(call.options().followsRedirects());
    call.headers().forEach(request::putHeader);
    Future<HttpResponse<Buffer>> response =
        call.hasBody() ? request.sendBuffer(Buffer.buffer(call.body())) : request.send();
    return response
        .map(each -> Reply.joined(call, each.statusCode(), each.bodyAsString()))
        .toCompletionStage()
        .toCompletableFuture();
  }
}
