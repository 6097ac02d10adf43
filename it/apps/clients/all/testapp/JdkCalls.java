package testapp;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;

/** The HttpClient of the JDK. */
final class JdkCalls implements Client {
  private final ClientCache<HttpClient> clients = new ClientCache<>(JdkCalls::client);

  static HttpClient client(Options options) {
    return HttpClient.newBuilder()
        .version(options.http2() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
        .followRedirects(
            options.followsRedirects() ? HttpClient.Redirect.NORMAL : HttpClient.Redirect.NEVER)
        .build();
  }

  @Override
  public String name() {
    return "jdk";
  }

  @Override
  public Reply call(Call call) throws IOException, InterruptedException {
    HttpClient client = clients.with(call.options());
    HttpResponse<InputStream> response = client.send(request(call), BodyHandlers.ofInputStream());
    return Reply.read(call, response.statusCode(), response.body());
  }

  @Override
  public Future<Reply> start(Call call) {
    HttpClient client = clients.with(call.options());
    CompletableFuture<HttpResponse<String>> started =
        client.sendAsync(request(call), BodyHandlers.ofString());
    return new ReplyFuture<>(started, response -> Reply.of(response.statusCode(), response.body()));
  }

  private static HttpRequest request(Call call) {
    var request = HttpRequest.newBuilder(call.uri()).timeout(call.options().timeout());
    call.headers().forEach(request::header);
    if (call.hasBody()) {
      request.POST(BodyPublishers.ofString(call.body())).header("Content-Type", "text/plain");
    }
    return request.build();
  }
}
