package testapp;

import java.util.concurrent.Future;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.util.EntityUtils;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.Kept;
import testapp.calls.Mapped;
import testapp.calls.NotOffered;
import testapp.calls.Options;
import testapp.calls.Reply;

/** Apache HttpAsyncClient 4. */
final class Apache4AsyncCalls implements AsyncClient {
  private final Kept<CloseableHttpAsyncClient> clients = new Kept<>(Apache4AsyncCalls::client);

  private static CloseableHttpAsyncClient client(Options options) {
    if (options.http2()) {
      throw new NotOffered();
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
      throw new NotOffered();
    }
    return new Mapped<>(
        clients.with(call.options()).execute(Apache4Calls.request(call), null),
        response ->
            Reply.of(
                response.getStatusLine().getStatusCode(),
                EntityUtils.toString(response.getEntity())));
  }
}
