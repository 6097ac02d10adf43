package testapp;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Connection;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.api.Result;
import org.eclipse.jetty.client.util.BufferingResponseListener;
import org.eclipse.jetty.client.util.StringContentProvider;
import org.eclipse.jetty.util.Promise;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Reply;

/** The client of Jetty 9 to 11, with a connection of its own for each call. */
@SuppressWarnings("deprecation") // Jetty 9 lacks the replacements of Jetty 10.
final class OldJettyConnectionCalls implements AsyncClient {
  private final ClientCache<HttpClient> clients = new ClientCache<>(OldJettyCalls::client);

  @Override
  public String name() {
    return "old-jetty-connection";
  }

  @Override
  public Future<Reply> start(Call call) {
    HttpClient client = clients.with(call.options());
    Request request =
        client
            .newRequest(call.uri())
            .method(call.method())
            .timeout(call.options().timeoutMillis(), TimeUnit.MILLISECONDS);
    call.headers().forEach(request::header);
    if (call.hasBody()) {
      request.content(new StringContentProvider(call.body()), "text/plain");
    }
    var reply = new AbortableReply(request);
    var connecting = new Promise.Completable<Connection>();
    connecting.whenComplete(
        (connection, error) -> {
          if (error == null) {
            connection.send(request, new Receiver(call, connection, reply));
          } else {
            reply.completeExceptionally(error);
          }
        });
    JettyClientFactory.destination(client, request).newConnection(connecting);
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
