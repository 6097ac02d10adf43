package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.Future;
import org.asynchttpclient.AsyncHandler;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.BoundRequestBuilder;
import org.asynchttpclient.HttpResponseBodyPart;
import org.asynchttpclient.HttpResponseStatus;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;

/** AsyncHttpClient. Uses only methods that the versions 2 and 3 share. */
final class AsyncHttpClientCalls implements AsyncClient {
  private final ClientCache<AsyncHttpClient> clients =
      new ClientCache<>(AsyncHttpClientFactory::client);

  @Override
  public String name() {
    return AsyncHttpClientFactory.NAME;
  }

  @Override
  public Future<Reply> start(Call call) {
    BoundRequestBuilder request = clients.with(call.options()).prepare(call.method(), call.url());
    call.headers().forEach((name, value) -> request.setHeader(name, value));
    if (call.hasBody()) {
      request.setBody(call.body()).setHeader("Content-Type", "text/plain");
    }
    return call.streamed()
        ? request.execute(new Pieces(call))
        : new ReplyFuture<>(
            request.execute(),
            response -> Reply.of(response.getStatusCode(), response.getResponseBody()));
  }

  /** Collects the pieces of a response body. */
  private static final class Pieces implements AsyncHandler<Reply> {
    private final Call call;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status;

    Pieces(Call call) {
      this.call = call;
    }

    @Override
    public State onStatusReceived(HttpResponseStatus received) {
      status = received.getStatusCode();
      return State.CONTINUE;
    }

    @Override
    public State onHeadersReceived(HttpHeaders fields) {
      return State.CONTINUE;
    }

    @Override
    public State onBodyPartReceived(HttpResponseBodyPart piece) {
      body.writeBytes(piece.getBodyPartBytes());
      return State.CONTINUE;
    }

    @Override
    public void onThrowable(Throwable failure) {
      // The future of the call has the failure, too.
    }

    @Override
    public Reply onCompleted() {
      return Reply.joined(call, status, body.toString(UTF_8));
    }
  }
}
