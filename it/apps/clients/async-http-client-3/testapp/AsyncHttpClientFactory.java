package testapp;

import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import testapp.calls.Options;

/** Creates AsyncHttpClient 3. */
final class AsyncHttpClientFactory {
  static final String NAME = "async-http-client";

  private AsyncHttpClientFactory() {}

  static AsyncHttpClient client(Options options) {
    return new DefaultAsyncHttpClient(
        new DefaultAsyncHttpClientConfig.Builder()
            .setFollowRedirect(options.followsRedirects())
            .setRequestTimeout(options.timeout())
            .setReadTimeout(options.timeout())
            .setUseInsecureTrustManager(true)
            .setHttp2Enabled(options.http2())
            .build());
  }
}
