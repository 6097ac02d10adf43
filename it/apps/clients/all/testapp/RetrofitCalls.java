package testapp;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;
import retrofit2.Callback;
import retrofit2.Response;
import retrofit2.Retrofit;
import retrofit2.http.Body;
import retrofit2.http.GET;
import retrofit2.http.HeaderMap;
import retrofit2.http.POST;
import retrofit2.http.Streaming;
import retrofit2.http.Url;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** Retrofit, whose underlying client is always OkHttp. */
final class RetrofitCalls implements Client {
  private final ClientCache<Api> clients = new ClientCache<>(RetrofitCalls::api);

  private static Api api(Options options) {
    return new Retrofit.Builder()
        // Each call has a complete URL.
        .baseUrl("http://localhost/")
        .client(OkHttpCalls.client(options))
        .build()
        .create(Api.class);
  }

  @Override
  public String name() {
    return "retrofit";
  }

  @Override
  public Reply call(Call call) throws IOException {
    return reply(call, request(call).execute());
  }

  @Override
  public Future<Reply> start(Call call) {
    retrofit2.Call<ResponseBody> started = request(call);
    var future = new CallbackFuture(call, started);
    started.enqueue(future);
    return future;
  }

  private retrofit2.Call<ResponseBody> request(Call call) {
    Api api = clients.with(call.options());
    if (call.hasBody()) {
      return api.post(call.url(), new OkHttpCalls.Text(call.body()), call.headers());
    }
    return call.streamed()
        ? api.stream(call.url(), call.headers())
        : api.get(call.url(), call.headers());
  }

  private static Reply reply(Call call, Response<ResponseBody> response) throws IOException {
    ResponseBody body = response.isSuccessful() ? response.body() : response.errorBody();
    return Reply.read(call, response.code(), body == null ? null : body.byteStream());
  }

  /** The API, declared as in an application that uses Retrofit. */
  interface Api {
    @GET
    retrofit2.Call<ResponseBody> get(@Url String url, @HeaderMap Map<String, String> headers);

    @GET
    @Streaming
    retrofit2.Call<ResponseBody> stream(@Url String url, @HeaderMap Map<String, String> headers);

    @POST
    retrofit2.Call<ResponseBody> post(
        @Url String url, @Body RequestBody body, @HeaderMap Map<String, String> headers);
  }

  /** The result of a callback. Cancelling it cancels the call, which then fails. */
  private static final class CallbackFuture extends CompletableFuture<Reply>
      implements Callback<ResponseBody> {
    private final Call call;
    private final retrofit2.Call<ResponseBody> started;

    CallbackFuture(Call call, retrofit2.Call<ResponseBody> started) {
      this.call = call;
      this.started = started;
    }

    @Override
    public void onResponse(retrofit2.Call<ResponseBody> ended, Response<ResponseBody> response) {
      try {
        complete(reply(call, response));
      } catch (IOException e) {
        completeExceptionally(e);
      }
    }

    @Override
    public void onFailure(retrofit2.Call<ResponseBody> ended, Throwable failure) {
      completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean inTime = !isDone();
      started.cancel();
      return inTime;
    }
  }
}
