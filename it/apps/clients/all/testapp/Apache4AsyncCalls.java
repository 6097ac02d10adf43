package testapp;

import java.util.concurrent.Future;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.util.EntityUtils;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;
import testapp.calls.UnsupportedCallException;

/** Apache HttpAsyncClient 4. */
final class Apache4AsyncCalls implements AsyncClient {
  private final ClientCache<CloseableHttpAsyncClient> clients =
      new ClientCache<>(Apache4AsyncCalls::client);

  private static CloseableHttpAsyncClient client(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    CloseableHttpAsyncClient client =
        HttpAsyncClientBuilder.create()
            .setMaxConnPerRoute(Apache5Calls.CONNECTIONS)
            .setMaxConnTotal(Apache5Calls.CONNECTIONS)
            .setDefaultRequestConfig(Apache4Calls.config(options))
            .build();
    client.start();
    return client;
  }

  @Override
  public String name() {
    return "apache4-async";
  }

  @Override
  public Future<Reply> start(Call call) {
    if (call.streamed()) {
      throw new UnsupportedCallException();
    }
    return new ReplyFuture<>(
        clients.with(call.options()).execute(Apache4Calls.request(call), null),
        response ->
            Reply.of(
                response.getStatusLine().getStatusCode(),
                EntityUtils.toString(response.getEntity())));
  }
}
