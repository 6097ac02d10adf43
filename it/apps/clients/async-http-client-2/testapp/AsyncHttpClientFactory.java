package testapp;

import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import testapp.calls.Options;
import testapp.calls.UnsupportedCallException;

/** Creates AsyncHttpClient 2, which has no HTTP/2. */
final class AsyncHttpClientFactory {
  static final String NAME = "async-http-client-2";

  private AsyncHttpClientFactory() {}

  static AsyncHttpClient client(Options options) {
    if (options.http2()) {
      throw new UnsupportedCallException();
    }
    return new DefaultAsyncHttpClient(
        new DefaultAsyncHttpClientConfig.Builder()
            .setFollowRedirect(options.followsRedirects())
            .setRequestTimeout(options.timeoutMillis())
            .setReadTimeout(options.timeoutMillis())
            .setUseInsecureTrustManager(true)
            .build());
  }
}
