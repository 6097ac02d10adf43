package testapp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Reply;

/** The client of Jetty 12, with a connection of its own for each call. */
final class JettyConnectionCalls implements AsyncClient {
  private final ClientCache<HttpClient> clients = new ClientCache<>(JettyCalls::client);

  @Override
  public String name() {
    return "jetty-connection";
  }

  @Override
  public Future<Reply> start(Call call) {
    HttpClient client = clients.with(call.options());
    Request request =
        client
            .newRequest(call.uri())
            .method(call.method())
            .timeout(call.options().timeoutMillis(), TimeUnit.MILLISECONDS)
            .headers(fields -> call.headers().forEach(fields::put));
    if (call.hasBody()) {
      request.body(new StringRequestContent("text/plain", call.body()));
    }
    var reply = new AbortableReply(request);
    client
        .resolveDestination(request)
        .newConnection()
        .whenComplete(
            (connection, error) -> {
              if (error == null) {
                connection.send(request, new Receiver(call, connection, reply));
              } else {
                reply.completeExceptionally(error);
              }
            });
    return reply;
  }

  /** A reply; cancelling it aborts the request. */
  private static final class AbortableReply extends CompletableFuture<Reply> {
    private final Request request;

    AbortableReply(Request request) {
      this.request = request;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      request.abort(new IllegalStateException("aborted"));
      return super.cancel(mayInterruptIfRunning);
    }
  }

  /** Receives a response and closes its connection. */
  private static final class Receiver extends BufferingResponseListener {
    private final Call call;
    private final Connection connection;
    private final CompletableFuture<Reply> reply;

    Receiver(Call call, Connection connection, CompletableFuture<Reply> reply) {
      this.call = call;
      this.connection = connection;
      this.reply = reply;
    }

    @Override
    public void onComplete(Result result) {
      connection.close();
      if (result.isFailed()) {
        reply.completeExceptionally(result.getFailure());
      } else {
        reply.complete(Reply.joined(call, result.getResponse().getStatus(), getContentAsString()));
      }
    }
  }
}
