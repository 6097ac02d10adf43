package testapp;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.client.WebClientBuilder;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import java.util.concurrent.Future;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The WebClient of Armeria. */
final class ArmeriaCalls implements AsyncClient {
  private static final ClientFactory FACTORY = ClientFactory.insecure();

  private final ClientCache<WebClient> clients = new ClientCache<>(ArmeriaCalls::client);

  private static WebClient client(Options options) {
    WebClientBuilder client =
        WebClient.builder().factory(FACTORY).responseTimeout(options.timeout());
    return options.followsRedirects() ? client.followRedirects().build() : client.build();
  }

  @Override
  public String name() {
    return "armeria";
  }

  @Override
  public Future<Reply> start(Call call) {
    // The scheme selects the version of HTTP.
    String version = call.options().http2() ? "h2" : call.url().startsWith("https") ? "h1" : "h1c";
    String url = version + call.url().substring(call.url().indexOf(':'));
    RequestHeadersBuilder headers = RequestHeaders.builder(HttpMethod.valueOf(call.method()), url);
    call.headers().forEach((name, value) -> headers.set(name, value));
    WebClient client = clients.with(call.options());
    HttpResponse response =
        call.hasBody()
            ? client.execute(headers.contentType(MediaType.PLAIN_TEXT_UTF_8).build(), call.body())
            : client.execute(headers.build());
    return response
        .aggregate()
        .thenApply(whole -> Reply.joined(call, whole.status().code(), whole.contentUtf8()));
  }
}
