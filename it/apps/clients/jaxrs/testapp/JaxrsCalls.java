package testapp;

import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;
import testapp.calls.UnsupportedCallException;

/** The JAX-RS client, named after its implementation. */
final class JaxrsCalls implements testapp.calls.Client {
  private final ClientCache<Client> clients = new ClientCache<>(JaxrsCalls::client);

  private static Client client(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    Client client =
        ClientBuilder.newBuilder()
            .readTimeout(options.timeoutMillis(), TimeUnit.MILLISECONDS)
            .build();
    // Each implementation has its own name for this setting and ignores the other names.
    return client
        .property("jersey.config.client.followRedirects", options.followsRedirects())
        .property("http.autoredirect", options.followsRedirects());
  }

  @Override
  public String name() {
    String type = clients.with(Options.DEFAULT).getClass().getName();
    return type.contains("jersey") ? "jersey" : type.contains("cxf") ? "cxf" : "resteasy";
  }

  @Override
  public Reply call(Call call) throws IOException {
    Invocation.Builder request = request(call);
    return reply(call, call.hasBody() ? request.post(Entity.text(call.body())) : request.get());
  }

  @Override
  public Future<Reply> start(Call call) {
    return new ReplyFuture<>(request(call).async().get(), response -> reply(call, response));
  }

  private Invocation.Builder request(Call call) {
    Invocation.Builder request = clients.with(call.options()).target(call.uri()).request();
    call.headers().forEach(request::header);
    return request;
  }

  private static Reply reply(Call call, Response response) throws IOException {
    try (response) {
      return Reply.read(call, response.getStatus(), response.readEntity(InputStream.class));
    }
  }
}
