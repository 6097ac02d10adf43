package testapp;

import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;

/** Spring's RestClient on the HttpClient of the JDK. */
final class RestClientCalls implements Client {
  private final ClientCache<RestClient> clients = new ClientCache<>(RestClientCalls::client);

  private static RestClient client(Options options) {
    var factory = new JdkClientHttpRequestFactory(JdkCalls.client(options));
    factory.setReadTimeout(options.timeout());
    return RestClient.builder().requestFactory(factory).build();
  }

  @Override
  public String name() {
    return "restclient";
  }

  @Override
  public Reply call(Call call) {
    RestClient.RequestBodySpec request =
        clients
            .with(call.options())
            .method(HttpMethod.valueOf(call.method()))
            .uri(call.uri())
            .headers(fields -> call.headers().forEach(fields::set));
    if (call.hasBody()) {
      request.contentType(MediaType.TEXT_PLAIN).body(call.body());
    }
    if (call.streamed()) {
      return request.exchange(
          (sent, response) ->
              Reply.read(call, response.getStatusCode().value(), response.getBody()));
    }
    ResponseEntity<String> entity = request.retrieve().toEntity(String.class);
    return Reply.of(entity.getStatusCode().value(), entity.getBody());
  }
}
