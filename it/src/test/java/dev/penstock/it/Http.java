package dev.penstock.it;

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

/** A client of one application. */
final class Http {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /**
   * Fails after it has started an asynchronous request. The timeout of that request comes later,
   * and Undertow closes the connection then, even if the connection carries another request by now.
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
        .connectTimeout(PATIENCE)
        .build();
  }

  /** A client with connections that no page closes under a later request. */
  private HttpClient clientFor(HttpRequest request) {
    return request.uri().getPath().equals(CLOSES_LATER) ? newClient() : client;
  }

  /** Where the application listens. */
  int port() {
    return port;
  }

  /** Gets a path just as it is written, with headers given as name, value, name, value. */
  HttpResponse<String> get(String path, String... headers) {
    return send(request(path, headers).GET());
  }

  /** Asks for the header of a page alone. */
  HttpResponse<String> head(String path, String... headers) {
    return send(request(path, headers).method("HEAD", BodyPublishers.noBody()));
  }

  /** Asks, as a browser does before a script may call another site, whether it may. */
  HttpResponse<String> preflight(String path) {
    return send(
        request(path, "Origin", "https://shop.example", "Access-Control-Request-Method", "GET")
            .method("OPTIONS", BodyPublishers.noBody()));
  }

  /** Posts a form that is already encoded. */
  HttpResponse<String> post(String path, String form) {
    return send(
        request(path, "Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  /** Posts what the publisher gives; with its length in front only if it knows that. */
  HttpResponse<String> post(
      String path, String contentType, HttpRequest.BodyPublisher body, String... headers) {
    return send(request(path, headers).header("Content-Type", contentType).POST(body));
  }

  /** Gets a path, or posts to it if there is a body; the answer comes to the byte. */
  HttpResponse<byte[]> exact(String path, byte[] body, String... headers) {
    var request = request(path, headers);
    return body.length == 0
        ? send(request.GET(), BodyHandlers.ofByteArray())
        : send(request.POST(BodyPublishers.ofByteArray(body)), BodyHandlers.ofByteArray());
  }

  /** Gets a path without waiting for the answer. */
  CompletableFuture<HttpResponse<String>> later(String path, String... headers) {
    HttpRequest request = request(path, headers).build();
    return clientFor(request).sendAsync(request, BodyHandlers.ofString());
  }

  /**
   * Sends these lines just as they are, where other clients would mend or refuse them; the answer
   * comes as text, its status first.
   */
  String raw(String... lines) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.UTF_8).replaceFirst("^HTTP/1.1 ", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends these lines just as they are and leaves it to the caller to stay or to go. */
  Socket open(String... lines) {
    try {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout((int) PATIENCE.toMillis());
      String request = String.join("\r\n", lines) + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts without waiting for the answer. */
  CompletableFuture<HttpResponse<String>> postLater(String path, String body, String... headers) {
    return client.sendAsync(
        request(path, headers).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  /** Sends these lines just as they are and goes away when the answer has begun. */
  void rawAndAway(String... lines) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      // Nothing lingers: the other end shall learn of it with its next packet.
      socket.setSoLinger(/* on= */ true, /* linger= */ 0);
      String request = String.join("\r\n", lines) + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getInputStream().readNBytes(32);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The status of one request. */
  int status(String path, String... headers) {
    return get(path, headers).statusCode();
  }

  /** The statuses of several requests, one after the other. */
  List<Integer> statuses(int count, String path, String... headers) {
    return IntStream.range(0, count).mapToObj(n -> status(path, headers)).toList();
  }

  /** The statuses of many requests, sent by many threads at once. */
  List<Integer> statusesAtOnce(int count, int threads, String path) {
    return atOnce(count, threads, () -> status(path));
  }

  /** What many requests bring, sent by many threads at once. */
  static <T> List<T> atOnce(int count, int threads, Callable<T> request) {
    var pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<T>> answers = new ArrayList<>();
      for (int n = 0; n < count; n++) {
        answers.add(pool.submit(request));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> answer : answers) {
        results.add(answer.get());
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
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE);
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
