package dev.penstock.operator.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the routes of the console over real sockets. */
class ConsoleRoutesTest {
  private OpenConsole console;

  @BeforeEach
  void open() throws IOException {
    console = new OpenConsole("127.0.0.1", OpenConsole.LIMITS, "# HELP x y\n");
  }

  @AfterEach
  void close() {
    console.close();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /,             text/html; charset=utf-8,       <!DOCTYPE html>
          /?x=y,         text/html; charset=utf-8,       <!DOCTYPE html>
          /console.css,  text/css; charset=utf-8,        :root
          /console.js,   text/javascript; charset=utf-8, // The page
          /api/snapshot, application/json,               {\"takenAtMillis\":
          /metrics,      text/plain; version=0.0.4; charset=utf-8, # HELP x y
          """)
  void servesItsPagesAndData(String path, String type, String start) throws IOException {
    String response = console.get(path);
    assertThat(response).startsWith("HTTP/1.1 200 OK\r\n");
    assertThat(ConsoleClient.hasHeader(response, "Content-Type: " + type)).isTrue();
    assertThat(ConsoleClient.body(response)).startsWith(start);
    int length = ConsoleClient.body(response).getBytes(StandardCharsets.UTF_8).length;
    assertThat(ConsoleClient.hasHeader(response, "Content-Length: " + length)).isTrue();
  }

  @Test
  void servesEveryScriptOfThePage() throws IOException {
    List<String> waiting = new ArrayList<>(List.of("/console.js"));
    Set<String> seen = new TreeSet<>();
    while (!waiting.isEmpty()) {
      String path = waiting.remove(0);
      if (seen.add(path)) {
        String response = console.get(path);
        assertThat(ConsoleClient.status(response)).as(path).isEqualTo(200);
        Matcher imports = Pattern.compile("from '\\.(/[a-z]+\\.js)'").matcher(response);
        while (imports.find()) {
          waiting.add(imports.group(1));
        }
      }
    }
    assertThat(seen).hasSize(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/..",
        "/../",
        "/./",
        "//",
        "//api/snapshot",
        "/api//snapshot",
        "/api/./snapshot",
        "/api/x/../snapshot",
        "/api/snapshot/",
        "/api/snapshot;x=y",
        "/API/SNAPSHOT",
        "/%61pi/snapshot",
        "/%2e%2e/",
        "/..%2f..%2fetc/passwd",
        "/../../../../etc/passwd",
        "/..\\..\\",
        "/console.html",
        "/console.js%00",
        "/ConsoleServer.class",
        "/dev/penstock/operator/console/console.js",
        "/report/report.css",
        "/favicon.ico",
        "/api",
        "/metrics/"
      })
  void rejectsAllOtherPaths(String path) throws IOException {
    assertThat(ConsoleClient.status(console.get(path))).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({
    "POST /, GET",
    "HEAD /, GET",
    "OPTIONS /api/mode, POST",
    "GET /api/mode, POST",
    "PUT /api/mode, POST",
    "GET /api/keys/reset, POST",
    "DELETE /api/snapshot, GET",
    "get /metrics, GET"
  })
  void namesTheMethodThatIsAllowed(String methodAndPath, String allowed) throws IOException {
    String response = ConsoleClient.exchange(console.port(), console.head(methodAndPath) + "\r\n");
    assertThat(response).startsWith("HTTP/1.1 405 Method Not Allowed\r\n");
    assertThat(ConsoleClient.hasHeader(response, "Allow: " + allowed)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          off     | all OFF by console     | {"file":"/srv/shop/penstock.yaml","inFile":"enforce","mode":"off","switchedBy":"console"}
          shadow  | all SHADOW by console  | {"file":"/srv/shop/penstock.yaml","inFile":"enforce","mode":"shadow","switchedBy":"console"}
          enforce | all ENFORCE by console | {"file":"/srv/shop/penstock.yaml","inFile":"enforce","mode":"enforce","switchedBy":"console"}
          file    | all null by console    | {"file":"/srv/shop/penstock.yaml","inFile":"enforce","mode":"enforce","switchedBy":null}
          """)
  void switchesAllRules(String mode, String action, String body) throws IOException {
    String response = console.postWithToken("/api/mode", "{\"mode\":\"" + mode + "\"}");
    assertThat(ConsoleClient.body(response)).isEqualTo(body + "\n");
    assertThat(console.controls.actions()).containsExactly(action);
  }

  @Test
  void switchesOneRule() throws IOException {
    String response =
        console.postWithToken("/api/rules/mode", "{\"rule\":\"api\",\"mode\":\"shadow\"}");
    assertThat(ConsoleClient.body(response))
        .isEqualTo(
            """
            {"name":"api","inFile":"enforce","mode":"shadow","switchedBy":"console"}
            """);
    console.postWithToken("/api/rules/mode", "{\"rule\":\"api\",\"mode\":\"file\"}");
    assertThat(console.controls.actions())
        .containsExactly("api SHADOW by console", "api null by console");
  }

  @Test
  void peeksAtAndResetsAKey() throws IOException {
    String key = "{\"rule\":\"api\",\"key\":\"user=42\"}";
    assertThat(ConsoleClient.body(console.postWithToken("/api/keys/peek", key)))
        .isEqualTo(
            """
            {"quotas":[{"quota":"api","limit":"100/min","id":"7f3a99c0d1","permitted":100,\
            "remaining":3,"resetMicros":12400000},{"quota":"api-day","limit":"5000/day",\
            "id":"7f3a99c0d1","permitted":5000,"remaining":4003,"resetMicros":0}]}
            """);
    assertThat(ConsoleClient.body(console.postWithToken("/api/keys/reset", key)))
        .contains("\"remaining\":100,");
    assertThat(console.controls.actions())
        .containsExactly("peek api user=42", "reset api user=42 by console");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /api/mode       | {"mode":"of"}             | 400 | unknown mode `of`: it is `off`, `shadow`, `enforce` or `file`
          /api/mode       | {}                        | 400 | `mode` is missing
          /api/mode       | {"mode":"off","x":"y"}    | 400 | unknown member `x`
          /api/mode       | {"mode":null}             | 400 | the body must be a JSON object with string members
          /api/mode       | {"mode":["off"]}          | 400 | the body must be a JSON object with string members
          /api/mode       | ["off"]                   | 400 | the body must be a JSON object with string members
          /api/mode       | mode=off                  | 400 | the body must be a JSON object with string members
          /api/rules/mode | {"rule":"x","mode":"off"} | 422 | there is no rule `x`
          /api/rules/mode | {"mode":"off"}            | 400 | `rule` is missing
          /api/keys/peek  | {"rule":"api","key":"x"}  | 422 | rule has no key `x`: it is `user=...`
          /api/keys/reset | {"rule":"api"}            | 400 | `key` is missing
          """)
  void reportsErrors(String path, String body, int status, String error) throws IOException {
    String response = console.postWithToken(path, body);
    assertThat(ConsoleClient.status(response)).isEqualTo(status);
    assertThat(ConsoleClient.body(response)).isEqualTo("{\"error\":\"" + error + "\"}\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonp"})
  void rejectsContentTypesOfHtmlForms(String type) throws IOException {
    String token = "Authorization: Bearer " + OpenConsole.TOKEN;
    String response =
        console.post("/api/mode", "{\"mode\":\"off\"}", token, "Content-Type: " + type);
    assertThat(ConsoleClient.status(response)).isEqualTo(415);
    assertThat(console.controls.actions()).isEmpty();
  }

  @Test
  void internalErrorsAreLoggedAndReported() throws IOException {
    console.controls.beforePeek =
        () -> {
          throw new IllegalStateException("boom");
        };
    String response =
        console.postWithToken("/api/keys/peek", "{\"rule\":\"api\",\"key\":\"user=42\"}");
    assertThat(ConsoleClient.status(response)).isEqualTo(500);
    assertThat(ConsoleClient.body(response))
        .isEqualTo("{\"error\":\"internal error; see the log of the JVM\"}\n");
    assertThat(console.log.toString(StandardCharsets.UTF_8))
        .startsWith("penstock: warning: the console request /api/keys/peek failed (1 so far)");
  }

  @Test
  void scriptsInNamesAreEscaped() throws IOException {
    console.controls.hostileName = "</script>\"\u2028<img>";
    assertThat(console.get("/api/snapshot")).contains("\"name\":\"</script>\\\"\\u2028<img>\"");
  }
}
