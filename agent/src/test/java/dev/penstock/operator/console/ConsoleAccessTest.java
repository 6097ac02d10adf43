package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the access control of the console over real sockets. */
class ConsoleAccessTest {
  private static final String OFF = "{\"mode\":\"off\"}";
  private static final String JSON = "Content-Type: application/json";
  private static final String WITH_TOKEN = "Authorization: Bearer " + OpenConsole.TOKEN;

  private OpenConsole console;

  @BeforeEach
  void open() throws IOException {
    console = new OpenConsole("127.0.0.1", OpenConsole.LIMITS);
  }

  @AfterEach
  void close() {
    console.close();
  }

  private int statusFor(String host) throws IOException {
    String named = host.replace("PORT", String.valueOf(console.port()));
    String request = "GET /api/snapshot HTTP/1.1\r\nHost: " + named + "\r\n\r\n";
    return ConsoleClient.status(ConsoleClient.exchange(console.port(), request));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT"})
  void acceptsItsOwnNames(String host) throws IOException {
    assertThat(statusFor(host)).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example:PORT",
        "evil.example",
        "127.0.0.1",
        "localhost",
        "localhost:1",
        "localhost:PORT.evil.example",
        "localhost.evil.example:PORT",
        "127.0.0.1.evil.example:PORT",
        "evil.example#localhost:PORT",
        "evil@localhost:PORT",
        "10.0.0.1:PORT",
        ""
      })
  void rejectsOtherNames(String host) throws IOException {
    assertThat(statusFor(host)).isEqualTo(421);
  }

  @Test
  void requiresAHostHeader() throws IOException {
    String response = ConsoleClient.exchange(console.port(), "GET / HTTP/1.1\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 400 Bad Request\r\n");
  }

  @Test
  void onAllAddressesItAcceptsAddressesButNoOtherNames() throws IOException {
    try (OpenConsole open = new OpenConsole("0.0.0.0", OpenConsole.LIMITS)) {
      for (String host : List.of("10.0.0.1:", "[fe80::1]:", "localhost:")) {
        String head = "GET / HTTP/1.1\r\nHost: " + host + open.port() + "\r\n\r\n";
        assertThat(ConsoleClient.status(ConsoleClient.exchange(open.port(), head)))
            .as(host)
            .isEqualTo(200);
      }
      String evil = "GET / HTTP/1.1\r\nHost: evil.example:" + open.port() + "\r\n\r\n";
      assertThat(ConsoleClient.status(ConsoleClient.exchange(open.port(), evil))).isEqualTo(421);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "http://evil.example:PORT",
        "https://127.0.0.1:PORT",
        "http://localhost:PORT",
        "http://127.0.0.1",
        "http://127.0.0.1:PORT.evil.example",
        "null",
        ""
      })
  void pagesOfAnotherOriginHaveNoAccess(String origin) throws IOException {
    String named = "Origin: " + origin.replace("PORT", String.valueOf(console.port()));
    assertThat(ConsoleClient.status(console.get("/api/snapshot", named))).isEqualTo(403);
    assertThat(ConsoleClient.status(console.post("/api/mode", OFF, named, WITH_TOKEN, JSON)))
        .isEqualTo(403);
    assertThat(console.controls.actions()).isEmpty();
  }

  @Test
  void itsOwnPageHasAccess() throws IOException {
    String origin = "Origin: http://127.0.0.1:" + console.port();
    assertThat(
            console.post("/api/mode", OFF, origin, WITH_TOKEN, JSON, "Sec-Fetch-Site: same-origin"))
        .startsWith("HTTP/1.1 200 OK\r\n");
  }

  @Test
  void requestsFromOtherSitesAreRejectedButLinksWork() throws IOException {
    for (String site : List.of("cross-site", "same-site")) {
      assertThat(ConsoleClient.status(console.get("/metrics", "Sec-Fetch-Site: " + site)))
          .isEqualTo(403);
      assertThat(ConsoleClient.status(console.get("/", "Sec-Fetch-Site: " + site))).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/mode       | {"mode":"off"}
          /api/rules/mode | {"rule":"api","mode":"off"}
          /api/keys/peek  | {"rule":"api","key":"user=42"}
          /api/keys/reset | {"rule":"api","key":"user=42"}
          """)
  void clientDataAndChangesRequireTheToken(String path, String body) throws IOException {
    String none = console.post(path, body, JSON);
    assertThat(none).startsWith("HTTP/1.1 401 Unauthorized\r\n");
    assertThat(ConsoleClient.hasHeader(none, "WWW-Authenticate: Bearer realm=\"penstock\""))
        .isTrue();
    String token = OpenConsole.TOKEN;
    for (String wrong :
        List.of("Bearer x", "Bearer", "", token, "Basic " + token, "Bearer " + token + "x")) {
      String response = console.post(path, body, JSON, "Authorization: " + wrong);
      assertThat(ConsoleClient.status(response)).as(wrong).isEqualTo(401);
    }
    assertThat(ConsoleClient.status(console.post(path + "?token=" + token, body, JSON)))
        .isEqualTo(401);
    assertThat(console.controls.actions()).isEmpty();
    assertThat(ConsoleClient.status(console.postWithToken(path, body))).isEqualTo(200);
    assertThat(console.controls.actions()).hasSize(1);
  }

  @Test
  void localReadsNeedNoTokenButRejectAWrongOne() throws IOException {
    for (String path : List.of("/api/snapshot", "/metrics")) {
      assertThat(ConsoleClient.status(console.get(path))).isEqualTo(200);
      assertThat(ConsoleClient.status(console.get(path, WITH_TOKEN))).isEqualTo(200);
      assertThat(ConsoleClient.status(console.get(path, "Authorization: Bearer x"))).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Forwarded: for=x", "X-Forwarded-For: x", "x-real-ip: x", "Via: 1.1 proxy"})
  void readsThroughAProxyRequireTheToken(String field) throws IOException {
    assertThat(ConsoleClient.status(console.get("/api/snapshot", field))).isEqualTo(401);
    assertThat(ConsoleClient.status(console.get("/api/snapshot", field, WITH_TOKEN)))
        .isEqualTo(200);
    assertThat(ConsoleClient.status(console.get("/", field))).isEqualTo(200);
  }

  @Test
  void remoteReadsRequireTheToken() throws IOException {
    try (OpenConsole open = new OpenConsole("0.0.0.0", OpenConsole.LIMITS)) {
      for (String path : List.of("/api/snapshot", "/metrics")) {
        assertThat(ConsoleClient.status(open.get(path))).isEqualTo(401);
        assertThat(ConsoleClient.status(open.get(path, WITH_TOKEN))).isEqualTo(200);
      }
      assertThat(ConsoleClient.status(open.get("/"))).isEqualTo(200);
    }
  }

  @Test
  void theResponseToAWrongTokenIsDelayedWhileOthersAreServed() throws IOException {
    ConsoleLimits limits =
        new ConsoleLimits(8, 1, 32, 60_000, 60_000, /* wrongTokenMillis= */ 60_000);
    List<ConsoleClient> guessing = new ArrayList<>();
    try (OpenConsole open = new OpenConsole("127.0.0.1", limits)) {
      // More than the maximum of connections: the ones that are delayed longest are closed.
      for (int i = 0; i < 40; i++) {
        ConsoleClient client = new ConsoleClient(open.port());
        guessing.add(client);
        client.send(open.head("GET /metrics") + "Authorization: Bearer guess\r\n\r\n");
        assertThat(ConsoleClient.status(open.get("/metrics", WITH_TOKEN))).isEqualTo(200);
        assertThat(client.hasResponse()).isFalse();
      }
    } finally {
      for (ConsoleClient client : guessing) {
        client.close();
      }
    }
  }

  @Test
  void allResponsesHaveSecurityHeaders() throws IOException {
    List<String> responses =
        List.of(
            console.get("/"),
            console.get("/api/snapshot"),
            console.get("/nothing"),
            console.post("/api/mode", OFF, JSON),
            ConsoleClient.exchange(console.port(), "nonsense\r\n\r\n"));
    for (String response : responses) {
      assertThat(response)
          .contains(
              """
              Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
              connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; \
              frame-ancestors 'none'
              X-Content-Type-Options: nosniff
              X-Frame-Options: DENY
              Referrer-Policy: no-referrer
              Cross-Origin-Resource-Policy: same-origin
              Cross-Origin-Opener-Policy: same-origin
              Cache-Control: no-store
              Connection: close
              """
                  .replace("\n", "\r\n"))
          .doesNotContain("Access-Control-", "Set-Cookie");
    }
  }

  @Test
  void neverRevealsOrLogsTheToken() throws IOException {
    console.get("/api/snapshot", WITH_TOKEN);
    console.post("/api/mode", OFF, "Authorization: Bearer guess", JSON);
    assertThat(
            console.get("/", WITH_TOKEN)
                + console.get("/console.js")
                + console.get("/api/snapshot"))
        .doesNotContain(OpenConsole.TOKEN);
    assertThat(console.log.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
