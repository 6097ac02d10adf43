package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** OkHttp. Uses only methods that versions 3, 4 and 5 share. */
final class OkHttpCalls implements Client {
  private final ClientCache<OkHttpClient> clients = new ClientCache<>(OkHttpCalls::client);

  static OkHttpClient client(Options options) {
    return new OkHttpClient.Builder()
        .readTimeout(options.timeout())
        .followRedirects(options.followsRedirects())
        .protocols(
            options.http2()
                ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                : List.of(Protocol.HTTP_1_1))
        .build();
  }

  @Override
  public String name() {
    return "okhttp";
  }

  @Override
  public Reply call(Call call) throws IOException {
    return reply(call, clients.with(call.options()).newCall(request(call)).execute());
  }

  @Override
  public Future<Reply> start(Call call) {
    okhttp3.Call started = clients.with(call.options()).newCall(request(call));
    var future = new CallbackFuture(call, started);
    started.enqueue(future);
    return future;
  }

  private static Request request(Call call) {
    var request = new Request.Builder().url(call.url());
    call.headers().forEach(request::header);
    if (call.hasBody()) {
      request.post(new Text(call.body()));
    }
    return request.build();
  }

  private static Reply reply(Call call, Response response) throws IOException {
    try (response) {
      return Reply.read(call, response.code(), response.body().byteStream());
    }
  }

  /** A text body. OkHttp's own factory methods for it differ between versions. */
  static final class Text extends RequestBody {
    private final byte[] bytes;

    Text(String text) {
      bytes = text.getBytes(UTF_8);
    }

    @Override
    public MediaType contentType() {
      return MediaType.get("text/plain");
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.write(bytes);
    }
  }

  /** The result of a callback. Cancelling it cancels the call, which then fails. */
  private static final class CallbackFuture extends CompletableFuture<Reply> implements Callback {
    private final Call call;
    private final okhttp3.Call started;

    CallbackFuture(Call call, okhttp3.Call started) {
      this.call = call;
      this.started = started;
    }

    @Override
    public void onFailure(okhttp3.Call ended, IOException e) {
      completeExceptionally(e);
    }

    @Override
    public void onResponse(okhttp3.Call ended, Response response) throws IOException {
      complete(reply(call, response));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean inTime = !isDone();
      started.cancel();
      return inTime;
    }
  }
}
