package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ktor.client.HttpClient;
import io.ktor.client.HttpClientKt;
import io.ktor.client.engine.cio.CIO;
import io.ktor.client.request.HttpRequestBuilder;
import io.ktor.client.request.HttpRequestKt;
import io.ktor.client.statement.HttpResponse;
import io.ktor.client.statement.HttpResponseKt;
import io.ktor.client.statement.HttpStatement;
import io.ktor.http.ContentType;
import io.ktor.http.HttpMethod;
import io.ktor.http.content.TextContent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** The client of Ktor with its engine CIO, which has no HTTP/2. */
final class KtorCalls implements AsyncClient {
  private final ClientCache<HttpClient> clients = new ClientCache<>(KtorCalls::client);

  private static HttpClient client(Options options) {
    return HttpClientKt.HttpClient(
        CIO.INSTANCE,
        client -> {
          client.setFollowRedirects(options.followsRedirects());
          client.engine(
              engine -> {
                engine.setRequestTimeout(options.timeoutMillis());
                return Unit.INSTANCE;
              });
          return Unit.INSTANCE;
        });
  }

  @Override
  public String name() {
    return "ktor";
  }

  @Override
  public Future<Reply> start(Call call) {
    if (call.options().http2()) {
      throw new UnsupportedCallException();
    }
    var request = new HttpRequestBuilder();
    HttpRequestKt.url(request, call.url());
    request.setMethod(HttpMethod.Companion.parse(call.method()));
    call.headers().forEach((name, value) -> request.getHeaders().set(name, value));
    if (call.hasBody()) {
      request.setBody(new TextContent(call.body(), ContentType.Text.INSTANCE.getPlain(), null));
    }
    var statement = new HttpStatement(request, clients.with(call.options()));
    CompletableFuture<HttpResponse> started =
        future((scope, continuation) -> statement.execute(continuation));
    return started.thenCompose(response -> read(call, response));
  }

  private static CompletableFuture<Reply> read(Call call, HttpResponse response) {
    CompletableFuture<String> body =
        future((scope, continuation) -> HttpResponseKt.bodyAsText(response, UTF_8, continuation));
    return body.thenApply(text -> Reply.joined(call, response.getStatus().getValue(), text));
  }

  private static <T> CompletableFuture<T> future(
      Function2<CoroutineScope, Continuation<? super T>, Object> function) {
    return FutureKt.future(
        GlobalScope.INSTANCE, EmptyCoroutineContext.INSTANCE, CoroutineStart.DEFAULT, function);
  }
}
