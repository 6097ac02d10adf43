package testapp;

import com.typesafe.config.ConfigFactory;
import java.util.concurrent.Future;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.headers.RawHeader;
import org.apache.pekko.http.javadsl.settings.ClientConnectionSettings;
import org.apache.pekko.http.javadsl.settings.ConnectionPoolSettings;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** Single requests of Pekko HTTP. */
final class PekkoCalls implements AsyncClient {
  private static final int CONNECTIONS = 256;
  private static final long BODY_MILLIS = 30_000;

  private static final ActorSystem SYSTEM =
      ActorSystem.create(
          "calls",
          ConfigFactory.parseString(
                  "pekko { loglevel = OFF, stdout-loglevel = OFF, daemonic = on,"
                      + " coordinated-shutdown.run-by-jvm-shutdown-hook = off }")
              .withFallback(ConfigFactory.load()));

  private final ClientCache<ConnectionPoolSettings> settings =
      new ClientCache<>(PekkoCalls::settings);

  private static ConnectionPoolSettings settings(Options options) {
    return ConnectionPoolSettings.create(SYSTEM)
        .withMaxConnections(CONNECTIONS)
        .withMaxOpenRequests(CONNECTIONS)
        .withMaxRetries(0)
        .withConnectionSettings(
            ClientConnectionSettings.create(SYSTEM).withIdleTimeout(options.timeout()));
  }

  @Override
  public String name() {
    return "pekko";
  }

  @Override
  public Future<Reply> start(Call call) {
    if (call.options().http2()) {
      throw new UnsupportedCallException();
    }
    HttpRequest request =
        call.hasBody() ? HttpRequest.POST(call.url()) : HttpRequest.GET(call.url());
    for (var header : call.headers().entrySet()) {
      request = request.addHeader(RawHeader.create(header.getKey(), header.getValue()));
    }
    if (call.hasBody()) {
      request = request.withEntity(ContentTypes.TEXT_PLAIN_UTF8, call.body());
    }
    Http http = Http.get(SYSTEM);
    return http.singleRequest(
            request, http.defaultClientHttpsContext(), settings.with(call.options()), SYSTEM.log())
        .thenCompose(
            response ->
                response
                    .entity()
                    .toStrict(BODY_MILLIS, SYSTEM)
                    .thenApply(
                        body ->
                            Reply.joined(
                                call, response.status().intValue(), body.getData().utf8String())))
        .toCompletableFuture();
  }
}
