package testapp;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Destination;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.http.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Creates the client of Jetty 9. */
final class JettyClientFactory {
  private JettyClientFactory() {}

  static HttpClient client(boolean http2) {
    return new HttpClient(
        http2
            ? new HttpClientTransportOverHTTP2(new HTTP2Client())
            : new HttpClientTransportOverHTTP(),
        new SslContextFactory.Client());
  }

  static Destination destination(HttpClient client, Request request) {
    return client.getDestination(request.getScheme(), request.getHost(), request.getPort());
  }
}
