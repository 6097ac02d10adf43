package demo.outbound;

import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** One way to make a call. */
interface Client {
  /** The status of the response. */
  int call(URI url) throws Exception;

  static Client urlConnection() {
    return url -> {
      HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
      return connection.getResponseCode();
    };
  }

  static Client httpClient() {
    HttpClient client = HttpClient.newHttpClient();
    return url ->
        client
            .sendAsync(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString())
            .get()
            .statusCode();
  }

  static Client apache() {
    // Without this, the client would retry after a 429 and hide rejections.
    CloseableHttpClient client = HttpClients.custom().disableAutomaticRetries().build();
    return url -> client.execute(new HttpGet(url), response -> response.getCode());
  }

  static Client okHttp() {
    OkHttpClient client = new OkHttpClient();
    return url -> {
      Request request = new Request.Builder().url(url.toURL()).build();
      try (var response = client.newCall(request).execute()) {
        return response.code();
      }
    };
  }
}
