package dev.penstock.it.harness.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests for applications on event loops that also speak HTTP/2, after an upgrade. */
public abstract class Http2Contract extends EventLoopContract {
  protected Http2Contract(Trial trial) {
    super(trial);
  }

  @Test
  void http2AdmitsTheLimitOfConcurrentRequests() {
    HttpClient client = http2Client();
    assertThat(send(client, get("/hello", "h2 warm-up")).version())
        .isIn(HttpClient.Version.HTTP_1_1, HttpClient.Version.HTTP_2);
    List<HttpResponse<String>> responses =
        IntStream.range(0, 40)
            .mapToObj(n -> sendAsync(client, get("/hello", "h2 crowd")))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();
    List<Integer> statuses = responses.stream().map(HttpResponse::statusCode).toList();
    assertThat(Collections.frequency(statuses, 200)).isEqualTo(5);
    assertThat(Collections.frequency(statuses, 429)).isEqualTo(35);
    assertThat(responses)
        .filteredOn(response -> response.statusCode() == 429)
        .allSatisfy(
            rejected -> {
              assertThat(rejected.headers().firstValue("Retry-After")).isPresent();
              assertThat(rejected.headers().firstValue("RateLimit-Policy")).isPresent();
              assertThat(rejected.body()).contains("\"violated-policies\":[\"exact\"]");
            });
    assertThat(responses).anyMatch(each -> each.version() == HttpClient.Version.HTTP_2);
  }

  /** The first request of a client upgrades the connection, and arrives again as a stream. */
  @Test
  void anUpgradedRequestCountsOnce() {
    int before = handlerCalls();
    HttpClient client = http2Client();
    List<Integer> statuses =
        IntStream.range(0, 7)
            .mapToObj(n -> send(client, get("/hello", "h2 upgrade")).statusCode())
            .toList();
    assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429);
    assertThat(handlerCalls()).isEqualTo(before + 5);
    assertThat(send(http2Client(), get("/bytes", "none")).version())
        .isEqualTo(HttpClient.Version.HTTP_2);
  }

  @Test
  void anUpgradedRequestReleasesItsSlot() {
    for (int n = 0; n < 3; n++) {
      HttpRequest slow = request("/slow?ms=1").header("X-Slot", "h2").GET().build();
      HttpClient client = http2Client();
      assertThat(Await.within(Duration.ofSeconds(10), () -> send(client, slow).statusCode() == 200))
          .isTrue();
    }
  }

  @Test
  void aHttp2ConnectionSurvivesRejectedBodies() {
    HttpClient client = http2Client();
    send(client, get("/hello", "h2 bodies"));
    String body = "y".repeat(1_000_000);
    List<Integer> statuses =
        IntStream.range(0, 12)
            .mapToObj(
                n -> {
                  HttpRequest post =
                      request("/echo")
                          .header("X-Body", "h2")
                          .POST(BodyPublishers.ofString(body))
                          .build();
                  HttpResponse<String> response = send(client, post);
                  if (response.statusCode() == 200) {
                    assertThat(response.body()).isEqualTo(body);
                  }
                  return response.statusCode();
                })
            .toList();
    assertThat(statuses).startsWith(200, 200, 200, 200, 200).endsWith(429, 429, 429, 429, 429);
    assertThat(send(client, get("/bytes", "none")).statusCode()).isEqualTo(200);
  }

  @Test
  void aPacedHttp2RequestKeepsItsBodyAndDelaysNoOther() {
    HttpClient client = http2Client();
    send(client, get("/hello", "h2 paced"));
    String body = "z".repeat(200_000);
    HttpRequest post =
        request("/echo").header("X-Pace", "h2").POST(BodyPublishers.ofString(body)).build();
    var held = IntStream.range(0, 3).mapToObj(n -> sendAsync(client, post)).toList();
    assertThat(http.status("/bytes")).isEqualTo(200);
    assertThat(send(client, get("/bytes", "none")).statusCode()).isEqualTo(200);
    assertThat(held).allSatisfy(call -> assertThat(call.join().body()).isEqualTo(body));
  }

  private static HttpClient http2Client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
  }

  private HttpRequest get(String path, String exact) {
    return request(path).header("X-Exact", exact).GET().build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http.port() + path));
  }

  private static CompletableFuture<HttpResponse<String>> sendAsync(
      HttpClient client, HttpRequest request) {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    return sendAsync(client, request).join();
  }
}
