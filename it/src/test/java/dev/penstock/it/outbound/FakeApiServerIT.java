package dev.penstock.it.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.outbound.FakeApiPages;
import dev.penstock.it.harness.outbound.FakeApiServer;
import dev.penstock.testdialects.Dialect;
import dev.penstock.testdialects.ServerBucket;
import dev.penstock.testdialects.ServerLimit;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fake API serves its pages and enforces its limit. */
class FakeApiServerIT {
  private static FakeApiServer server;
  private static HttpClient client;

  @BeforeAll
  static void start() {
    server = FakeApiServer.withTls();
    client = HttpClient.newBuilder().sslContext(server.certificate().context()).build();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void clearRecords() {
    // A call of the test before can complete after its client has the response.
    server.settled().clear();
  }

  @Test
  void servesItsPages() throws Exception {
    assertThat(text("/hello")).isEqualTo("200 hello");
    assertThat(text("/error")).isEqualTo("500 broken");
    assertThat(text("/nowhere")).isEqualTo("404 nothing here");
    assertThat(text("/redirect")).isEqualTo("302 elsewhere");
    assertThat(text("/slow?ms=30")).isEqualTo("200 slow");
    assertThat(text("/stream").lines()).hasSize(FakeApiPages.LINES);
    assertThat(get("/key", "X-API-Key", "k1").body()).isEqualTo("k1");
    assertThat(text("/connection")).isEqualTo(text("/connection"));
    assertThat(server.seen().counts()).containsEntry("/hello", 1).containsEntry("/connection", 2);
    assertThat(server.settled().statuses()).containsEntry(200, 6L).containsEntry(404, 1L);
  }

  @Test
  void echoesPostedBodies() throws Exception {
    var post =
        HttpRequest.newBuilder(URI.create(server.http("/echo")))
            .POST(BodyPublishers.ofString("x".repeat(100_000)))
            .build();
    assertThat(client.send(post, BodyHandlers.ofString()).body()).hasSize(100_000);
  }

  @Test
  void servesTlsAndHttp2() throws Exception {
    var request = HttpRequest.newBuilder(URI.create(server.https("/protocol"))).build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.body()).isEqualTo("HTTP/2.0");
  }

  @Test
  void countsCallsInFlight() {
    List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      var request = HttpRequest.newBuilder(URI.create(server.http("/slow?ms=500"))).build();
      calls.add(client.sendAsync(request, BodyHandlers.ofString()));
    }
    calls.forEach(CompletableFuture::join);
    assertThat(server.seen().mostInFlight()).isEqualTo(5);
    assertThat(server.seen().arrivals("/slow")).hasSize(5).isSorted();
    assertThat(server.settled().statuses()).containsExactly(Map.entry(200, 5L));
  }

  @ParameterizedTest
  @EnumSource
  void rejectsInEachDialect(Dialect dialect) throws Exception {
    server.limit(new ServerBucket(2, 2, Duration.ofHours(1)), dialect);
    assertThat(get("/api/a").statusCode()).isEqualTo(200);
    assertThat(get("/api/b").statusCode()).isEqualTo(200);
    HttpResponse<String> rejected = get("/api/a");
    assertThat(rejected.statusCode()).isEqualTo(dialect.rejectionStatus());
    assertThat(get("/hello").statusCode()).isEqualTo(200);
    var verdict =
        new ServerLimit.Verdict(
            false, 2, Duration.ofHours(1), 0, Duration.ofMinutes(30), Duration.ofHours(1));
    for (String name : dialect.fields(verdict, Instant.now()).keySet()) {
      assertThat(rejected.headers().allValues(name)).as(name).hasSize(1);
    }
  }

  private static String text(String page) throws IOException, InterruptedException {
    HttpResponse<String> response = get(page);
    return response.statusCode() + " " + response.body();
  }

  private static HttpResponse<String> get(String page, String... headers)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(server.http(page)));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}
