package dev.penstock.it.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests within the limits get the same responses with and without the agent. */
class TransparencyIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        all: { match: /**, key: ip, rate: 1000000/day }
        forms: { match: /**, key: form.name, rate: 1000000/day }
      """;

  private static final List<String> PAGES =
      List.of(
          "/hello",
          "/api/a//b;c=d?e=f",
          "/forward",
          "/include",
          "/error",
          "/async/dispatch",
          "/async/complete",
          "/nested/page",
          "/plain",
          "/committed",
          "/shop/hello",
          "/nowhere",
          "/reflection",
          "/count");

  private static final String FORM = "application/x-www-form-urlencoded";

  private static final List<String> BODY_PAGES =
      List.of(
          "/body/stream",
          "/body/reader",
          "/body/parameters?name=query&page=1",
          "/body/both",
          "/body/parts",
          "/body/listener",
          "/body/error");

  private static final List<String> TYPES = List.of(FORM, FORM + ";charset=UTF-8", "text/plain");

  /** Forms and texts that look like forms. The agent reads only the start of the last one. */
  private static final List<String> BODIES =
      List.of(
          "name=J%C3%BCrgen+%E6%B0%B4%E9%96%80&b=2",
          "name=J\u00fcrgen&name=again&=nameless&empty=&alone&%zz=1&broken=%4",
          "na%6De=J%FCrgen",
          "",
          "{\"name\": \"J\u00fcrgen\"}",
          "&&==&name",
          "gr\u00f6\u00dfe=\u00fc&gr%C3%B6%C3%9Fe=%C3%BC&gr%F6%DFe=%FC",
          "name=x&filler=" + "y".repeat(70_000));

  private static final List<String> LATIN_1_BODIES =
      List.of("name=J\u00fcrgen&a=b", "gr\u00f6\u00dfe=\u00fc&gr%F6%DFe=%FC");

  private static final String PARTS =
      """
      --line\r
      Content-Disposition: form-data; name="name"\r
      \r
      J\u00fcrgen\r
      --line--\r
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#all")
  void responsesAreTheSame(TestTarget target) {
    List<String> bare;
    List<String> requestWarnings;
    try (var app = Launch.on(target).withoutAgent().rules(RULES).start()) {
      bare = responses(app.http());
      app.stop();
      requestWarnings = requestWarnings(app);
    }
    try (var app = Launch.on(target).rules(RULES).start()) {
      assertThat(differences(bare, responses(app.http()))).isEmpty();
      assertThat(app.http().get("/hello").headers().firstValue("RateLimit")).isPresent();
      app.stop();
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing");
      assertThat(requestWarnings(app)).isEqualTo(requestWarnings);
    }
  }

  /** Tomcat's log lines about requests that also fail without the agent. */
  private static List<String> requestWarnings(RunningApp app) {
    return app.stderr().stream().filter(line -> line.startsWith("SEVERE: ")).toList();
  }

  private static List<String> responses(Http http) {
    var responses = new ArrayList<String>();
    for (String page : PAGES) {
      responses.add(page + "\n" + text(http.get(page)));
    }
    var form = http.post("/form", "name=J%C3%BCrgen+%E6%B0%B4%E9%96%80");
    assertThat(form.body()).isEqualTo("Jürgen 水門\n");
    responses.add(text(form));
    // An error page does not see the same form if the form was read before.
    var sorry = http.post("/utf8/body/error", BODIES.get(0));
    assertThat(sorry.statusCode()).isEqualTo(500);
    assertThat(sorry.body()).startsWith("sorry");
    responses.addAll(responsesToPosts(http));
    return responses;
  }

  private static List<String> responsesToPosts(Http http) {
    var responses = new ArrayList<String>();
    for (String encoding : List.of("", "/utf8", "/late")) {
      for (String page : BODY_PAGES) {
        addPosts(http, encoding + page, responses);
      }
    }
    return responses;
  }

  private static List<String> differences(List<String> bare, List<String> responses) {
    assertThat(responses).hasSameSizeAs(bare);
    return IntStream.range(0, bare.size())
        .filter(n -> !responses.get(n).equals(bare.get(n)))
        .mapToObj(n -> responses.get(n) + "\ninstead of\n" + bare.get(n))
        .toList();
  }

  private static void addPosts(Http http, String page, List<String> responses) {
    for (String type : TYPES) {
      for (String body : BODIES) {
        responses.add(response(http, page, type, body, UTF_8));
      }
    }
    for (String body : BODIES) {
      var pieces = BodyPublishers.fromPublisher(BodyPublishers.ofString(body));
      responses.add(page + " in chunks " + body + "\n" + text(http.post(page, FORM, pieces)));
    }
    for (String body : LATIN_1_BODIES) {
      responses.add(response(http, page, FORM, body, ISO_8859_1));
      responses.add(response(http, page, FORM + ";charset=ISO-8859-1", body, ISO_8859_1));
    }
    responses.add(response(http, page, "multipart/form-data;boundary=line", PARTS, UTF_8));
  }

  private static String response(
      Http http, String page, String type, String body, Charset charset) {
    var response = http.post(page, type, BodyPublishers.ofByteArray(body.getBytes(charset)));
    // Tomcat's reader fails on invalid UTF-8, and the error page then sees another form.
    boolean failed = page.endsWith("/reader") && response.statusCode() == 500;
    return page + " " + type + " " + body + "\n" + (failed ? "failed" : text(response));
  }

  private static String text(HttpResponse<String> response) {
    var fields = new TreeMap<>(response.headers().map());
    fields.keySet().removeIf(TransparencyIT::mayDiffer);
    return response.statusCode() + "\n" + fields + "\n" + response.body();
  }

  private static boolean mayDiffer(String field) {
    String name = field.toLowerCase(Locale.ROOT);
    return name.equals("date") || name.startsWith("ratelimit");
  }
}
