package testapp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.ContentResponse;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.api.Result;
import org.eclipse.jetty.client.util.BufferingResponseListener;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.client.util.StringContentProvider;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The client of Jetty 9 to 11. Uses only methods that these versions share. */
@SuppressWarnings("deprecation") // Jetty 9 lacks the replacements of Jetty 10.
final class OldJettyCalls implements Client {
  private final ClientCache<HttpClient> clients = new ClientCache<>(OldJettyCalls::client);

  static HttpClient client(Options options) {
    HttpClient client = JettyClientFactory.client(options.http2());
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
    return "old-jetty";
  }

  @Override
  public Reply call(Call call) throws Exception {
    if (call.streamed()) {
      var listener = new InputStreamResponseListener();
      request(call).send(listener);
      int status = listener.get(10, TimeUnit.SECONDS).getStatus();
      return Reply.read(call, status, listener.getInputStream());
    }
    ContentResponse response = request(call).send();
    return Reply.of(response.getStatus(), response.getContentAsString());
  }

  @Override
  public Future<Reply> start(Call call) {
    Request request = request(call);
    var future = new ListenerFuture(request);
    request.send(
        new BufferingResponseListener() {
          @Override
          public void onComplete(Result result) {
            future.end(result, getContentAsString());
          }
        });
    return future;
  }

  private Request request(Call call) {
    Request request =
        clients
            .with(call.options())
            .newRequest(call.uri())
            .method(call.method())
            .timeout(call.options().timeoutMillis(), TimeUnit.MILLISECONDS);
    call.headers().forEach(request::header);
    return call.hasBody()
        ? request.content(new StringContentProvider(call.body()), "text/plain")
        : request;
  }

  /** The result of a listener. Cancelling it aborts the call, which then fails. */
  private static final class ListenerFuture extends CompletableFuture<Reply> {
    private final Request request;

    ListenerFuture(Request request) {
      this.request = request;
    }

    void end(Result result, String text) {
      if (result.isFailed()) {
        completeExceptionally(result.getFailure());
      } else {
        complete(Reply.of(result.getResponse().getStatus(), text));
      }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return request.abort(new IllegalStateException("aborted"));
    }
  }
}
