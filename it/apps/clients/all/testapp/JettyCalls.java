package testapp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;

/** The client of Jetty 12. */
final class JettyCalls implements Client {
  private final ClientCache<HttpClient> clients = new ClientCache<>(JettyCalls::client);

  static HttpClient client(Options options) {
    HttpClient client =
        new HttpClient(
            options.http2()
                ? new HttpClientTransportOverHTTP2(new HTTP2Client())
                : new HttpClientTransportOverHTTP());
    client.setFollowRedirects(options.followsRedirects());
    try {
      client.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return client;
  }

  @Override
  public String name() {
    return "jetty";
  }

  @Override
  public Reply call(Call call) throws Exception {
    if (call.streamed()) {
      var listener = new InputStreamResponseListener();
      request(call).send(listener);
      int status = listener.get(10, TimeUnit.SECONDS).getStatus();
      return Reply.read(call, status, listener.getInputStream());
    }
    return reply(request(call).send());
  }

  @Override
  public Future<Reply> start(Call call) {
    CompletableFuture<ContentResponse> started =
        new CompletableResponseListener(request(call)).send();
    return new ReplyFuture<>(started, JettyCalls::reply);
  }

  private Request request(Call call) {
    Request request =
        clients
            .with(call.options())
            .newRequest(call.uri())
            .method(call.method())
            .timeout(call.options().timeoutMillis(), TimeUnit.MILLISECONDS)
            .headers(fields -> call.headers().forEach(fields::put));
    return call.hasBody()
        ? request.body(new StringRequestContent("text/plain", call.body()))
        : request;
  }

  private static Reply reply(ContentResponse response) {
    return Reply.of(response.getStatus(), response.getContentAsString());
  }
}
