package dev.penstock.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** An HTTP client for one application. */
public final class Http {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /**
   * This page fails after it has started an asynchronous request. When that request times out,
   * Undertow closes the connection, even if the connection carries another request by then.
   */
  private static final String CLOSES_LATER = "/async/then-boom";

  private final HttpClient client = newClient();
  private final int port;

  Http(int port) {
    this.port = port;
  }

  private static HttpClient newClient() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(TIMEOUT)
        .build();
  }

  /** A client whose connections are not closed during a later request. */
  private HttpClient clientFor(HttpRequest request) {
    return request.uri().getPath().equals(CLOSES_LATER) ? newClient() : client;
  }

  /** The port of the application. */
  public int port() {
    return port;
  }

  /** Requests a path without normalizing it. Headers are given as name, value, name, value. */
  public HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  /** Sends a HEAD request. */
  public HttpResponse<String> head(String path, String... headers) {
    return send(request(path, headers).method("HEAD", BodyPublishers.noBody()));
  }

  /** Sends a CORS preflight, as a browser does. */
  public HttpResponse<String> preflight(String path) {
    return send(
        request(path, "Origin", "https://shop.example", "Access-Control-Request-Method", "GET")
            .method("OPTIONS", BodyPublishers.noBody()));
  }

  /** Posts a form that is already encoded. */
  public HttpResponse<String> post(String path, String form) {
    return send(
        request(path, "Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  /** Posts a body. The request has a Content-Length only if the publisher knows the length. */
  public HttpResponse<String> post(
      String path, String contentType, HttpRequest.BodyPublisher body, String... headers) {
    return send(request(path, headers).header("Content-Type", contentType).POST(body));
  }

  /**
   * Sends a GET request, or a POST request if there is a body, and returns the response as bytes.
   */
  public HttpResponse<byte[]> exchangeBytes(String path, byte[] body, String... headers) {
    var request = request(path, headers);
    return body.length == 0
        ? send(request.GET(), BodyHandlers.ofByteArray())
        : send(request.POST(BodyPublishers.ofByteArray(body)), BodyHandlers.ofByteArray());
  }

  /** Sends a GET request without waiting for the response. */
  public CompletableFuture<HttpResponse<String>> getAsync(String path, String... headers) {
    HttpRequest request = request(path, headers).build();
    return clientFor(request).sendAsync(request, BodyHandlers.ofString());
  }

  /**
   * Sends these lines unchanged, even if other clients would correct or reject them. Returns the
   * response as text that starts with the status.
   */
  public String sendRaw(String... lines) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      byte[] response = socket.getInputStream().readAllBytes();
      return new String(response, StandardCharsets.UTF_8).replaceFirst("^HTTP/1.1 ", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends these lines unchanged. The caller closes the connection. */
  public Socket openRaw(String... lines) {
    try {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      String request = String.join("\r\n", lines) + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a POST request without waiting for the response. */
  public CompletableFuture<HttpResponse<String>> postAsync(
      String path, String body, String... headers) {
    return client.sendAsync(
        request(path, headers).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  /** Sends these lines unchanged and resets the connection when the response has started. */
  public void sendRawAndDisconnect(String... lines) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TIMEOUT.toMillis());
      // Closing sends a reset, so the server notices it with its next packet.
      socket.setSoLinger(/* on= */ true, /* linger= */ 0);
      String request = String.join("\r\n", lines) + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getInputStream().readNBytes(32);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The status of one request. */
  public int status(String path, String... headers) {
    return get(path, headers).statusCode();
  }

  /** The statuses of several sequential requests. */
  public List<Integer> statuses(int count, String path, String... headers) {
    return IntStream.range(0, count).mapToObj(n -> status(path, headers)).toList();
  }

  /** The statuses of requests that several threads send concurrently. */
  public List<Integer> concurrentStatuses(int count, int threads, String path) {
    return concurrently(count, threads, () -> status(path));
  }

  /** The results of requests that several threads send concurrently. */
  public static <T> List<T> concurrently(int count, int threads, Callable<T> request) {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> responses = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        responses.add(pool.submit(request));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> response : responses) {
        results.add(response.get());
      }
      return results;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      pool.shutdownNow();
    }
  }

  private HttpRequest.Builder request(String path, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(TIMEOUT);
    return headers.length == 0 ? request : request.headers(headers);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, BodyHandlers.ofString());
  }

  private <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    HttpRequest built = request.build();
    try {
      return clientFor(built).send(built, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
