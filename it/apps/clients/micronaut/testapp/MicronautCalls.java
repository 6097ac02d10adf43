package testapp;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpRequest;
import io.micronaut.http.client.DefaultHttpClientConfiguration;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import java.util.concurrent.Future;
import reactor.core.publisher.Mono;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** The HttpClient of Micronaut. */
final class MicronautCalls implements AsyncClient {
  private final ClientCache<HttpClient> clients = new ClientCache<>(MicronautCalls::client);

  private static HttpClient client(Options options) {
    var configuration = new DefaultHttpClientConfiguration();
    configuration.setFollowRedirects(options.followsRedirects());
    configuration.setReadTimeout(options.timeout());
    return HttpClient.create(null, configuration);
  }

  @Override
  public String name() {
    return "micronaut";
  }

  @Override
  public Future<Reply> start(Call call) {
    MutableHttpRequest<String> request =
        call.hasBody()
            ? HttpRequest.POST(call.url(), call.body()).contentType(MediaType.TEXT_PLAIN_TYPE)
            : HttpRequest.GET(call.url());
    call.headers().forEach((name, value) -> request.header(name, value));
    return Mono.from(clients.with(call.options()).exchange(request, String.class))
        .map(response -> reply(call, response))
        .onErrorResume(
            HttpClientResponseException.class, error -> Mono.just(reply(call, error.getResponse())))
        .toFuture();
  }

  private static Reply reply(Call call, HttpResponse<?> response) {
    return Reply.joined(call, response.code(), response.getBody(String.class).orElse(""));
  }
}
