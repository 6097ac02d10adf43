package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every server works with the agent, and rules that appear while it runs take effect. */
@Order(1)
class InboundLateRulesIT {
  private static final String ANN = ResponseChecks.basicAuth("ann");

  /** The parts of error pages that differ between runs. */
  private static final Pattern VARIABLE_PARTS =
      Pattern.compile("\"(timestamp|requestId)\":\"[^\"]*\"|127\\.0\\.0\\.1:\\d+");

  private static final String LATE_RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
        routes: { match: "PATTERN", key: route, rate: 1/week }
        items: { match: "/orders/{id}/items/{item}", key: route, rate: 1/week }
        members: { match: /me, key: [user, route], rate: 1/week }
      """;

  static Stream<TestTarget> targets() {
    return ServerTestApp.built(EnumSet.range(ServerTestApp.JERSEY_3_TOMCAT, ServerTestApp.VERTX_5));
  }

  @ParameterizedTest
  @MethodSource("targets")
  void responsesAreUnchangedAndRulesAddedLaterTakeEffect(TestTarget target) {
    List<String> bare;
    try (var app = Launch.on(target).withoutAgent().start()) {
      expectPages(app.http());
      bare = responses(app.http());
      app.stop();
      assertThat(app.stderr()).isEmpty();
      assertThat(app.stdout()).singleElement().asString().startsWith("READY ");
    }
    try (var app = Launch.on(target).start()) {
      expectPages(app.http());
      assertThat(responses(app.http())).isEqualTo(bare);
      app.expectNoUnexpectedOutput();
      expectLateRules(app, target.app() == ServerTestApp.JDK_SERVER);
      app.stop();
      assertThat(app.stderr()).hasSize(2).allMatch(line -> line.startsWith("penstock: "));
      assertThat(app.stdout()).hasSize(1);
    }
  }

  /** The JDK server has no routes; there, the pattern of the rule is the route. */
  private static void expectLateRules(RunningApp app, boolean withoutRoutes) {
    String pattern = withoutRoutes ? "/orders/{id}" : "/orders/**";
    app.write("penstock.yaml", LATE_RULES.replace("PATTERN", pattern));
    app.awaitStderr("enforcing 4 rules");
    Http http = app.http();
    assertThat(http.statuses(3, "/hello")).containsExactly(200, 200, 429);
    assertThat(http.status("/orders/1")).isEqualTo(200);
    assertThat(http.status("/orders/2")).isEqualTo(429);
    assertThat(http.status("/orders/2/items/1")).isEqualTo(200);
    assertThat(http.status("/orders/3/items/4")).isEqualTo(429);
    assertThat(http.statuses(2, "/me", "Authorization", ANN)).containsExactly(200, 429);
  }

  private static void expectPages(Http http) {
    assertThat(http.get("/hello").body()).isEqualTo("hello");
    int before = Integer.parseInt(http.get("/handled").body());
    assertThat(http.get("/orders/7").body()).isEqualTo("order 7");
    assertThat(http.get("/orders/7/items/2").body()).isEqualTo("item 2 of order 7");
    assertThat(http.get("/slow?ms=50").body()).isEqualTo("slow");
    assertThat(http.get("/handled").body()).isEqualTo(Integer.toString(before + 3));
    assertThat(http.get("/bytes").headers().firstValue("ETag")).hasValue("\"blob-1\"");
    assertThat(http.status("/me")).isEqualTo(401);
    assertThat(http.get("/me", "Authorization", ANN).body()).isEqualTo("ann");
    String body = "a\r\n\0 水門 " + "y".repeat(70_000);
    assertThat(echo(http, body).body()).isEqualTo(body);
  }

  private static List<String> responses(Http http) {
    var responses = new ArrayList<String>();
    for (String page :
        List.of(
            "/hello", "/orders/7", "/orders/a%20b/items/2", "/bytes", "/slow?ms=1", "/nowhere")) {
      responses.add(page + "\n" + text(() -> http.get(page)));
    }
    responses.add(text(() -> http.head("/hello")));
    responses.add(text(() -> http.get("/boom")));
    responses.add(text(() -> echo(http, "x")));
    responses.add(text(() -> http.get("/me", "Authorization", ANN)));
    return responses;
  }

  private static HttpResponse<String> echo(Http http, String body) {
    return http.post("/echo", "application/octet-stream", BodyPublishers.ofString(body));
  }

  private static String text(Supplier<HttpResponse<String>> request) {
    HttpResponse<String> response;
    try {
      response = request.get();
    } catch (UncheckedIOException connectionClosed) {
      // The server of the JDK closes the connection when a handler throws.
      return "no response";
    }
    var fields = new TreeMap<>(response.headers().map());
    fields.keySet().removeIf("date"::equalsIgnoreCase);
    String body = VARIABLE_PARTS.matcher(response.body()).replaceAll("");
    return response.statusCode() + "\n" + fields + "\n" + body;
  }
}
