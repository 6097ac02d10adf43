package testapp;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.function.Function;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.RequestEntity;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestTemplate;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** Spring's RestTemplate on one of its underlying clients. */
final class RestTemplateCalls implements Client {
  private final String name;
  private final ClientCache<RestTemplate> clients;

  private RestTemplateCalls(String name, Function<Options, ClientHttpRequestFactory> underlying) {
    this.name = name;
    this.clients = new ClientCache<>(options -> new RestTemplate(underlying.apply(options)));
  }

  static Client onUrlConnection() {
    return new RestTemplateCalls("resttemplate", RestTemplateCalls::urlConnection);
  }

  static Client onApache5() {
    return new RestTemplateCalls(
        "resttemplate-apache5",
        options -> new HttpComponentsClientHttpRequestFactory(Apache5Calls.client(options)));
  }

  private static ClientHttpRequestFactory urlConnection(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    var factory =
        new SimpleClientHttpRequestFactory() {
          @Override
          protected void prepareConnection(HttpURLConnection connection, String method)
              throws IOException {
            super.prepareConnection(connection, method);
            connection.setInstanceFollowRedirects(options.followsRedirects());
          }
        };
    factory.setReadTimeout(options.timeoutMillis());
    return factory;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Reply call(Call call) {
    RestTemplate template = clients.with(call.options());
    if (call.streamed()) {
      return template.execute(
          call.uri(),
          HttpMethod.GET,
          request -> {},
          response -> Reply.read(call, response.getStatusCode().value(), response.getBody()));
    }
    var request = RequestEntity.method(HttpMethod.valueOf(call.method()), call.uri());
    call.headers().forEach(request::header);
    ResponseEntity<String> entity =
        template.exchange(
            call.hasBody()
                ? request.contentType(MediaType.TEXT_PLAIN).body(call.body())
                : request.build(),
            String.class);
    return Reply.of(entity.getStatusCode().value(), entity.getBody());
  }
}
