package testapp;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Destination;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.http.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Creates the client of Jetty 11. */
final class JettyClientFactory {
  private JettyClientFactory() {}

  static HttpClient client(boolean http2) {
    var connector = new ClientConnector();
    connector.setSslContextFactory(new SslContextFactory.Client());
    return new HttpClient(
        http2
            ? new HttpClientTransportOverHTTP2(new HTTP2Client(connector))
            : new HttpClientTransportOverHTTP(connector));
  }

  static Destination destination(HttpClient client, Request request) {
    return client.resolveDestination(request);
  }
}
