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

/** The client of Jetty 9 to 11, of which this uses nothing that they do not share. */
@SuppressWarnings("deprecation") // What is new in 10 is not in 9.
final class OldJettyCalls implements Client {
  private final ClientCache<HttpClient> clients = new ClientCache<>(OldJettyCalls::client);

  private static HttpClient client(Options options) {
    HttpClient client = JettyMaker.client(options.http2());
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
    var answer = new Answer(request);
    request.send(
        new BufferingResponseListener() {
          @Override
          public void onComplete(Result result) {
            answer.end(result, getContentAsString());
          }
        });
    return answer;
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

  /** What the listener is told; to cancel it is to abort the call, which then fails. */
  private static final class Answer extends CompletableFuture<Reply> {
    private final Request request;

    Answer(Request request) {
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
