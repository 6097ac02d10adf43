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

/** An application answers with the agent as it does without, as long as it is within its limits. */
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

  /** Forms and what only looks like one; of the last an agent reads only the start. */
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
    List<String> complaints;
    try (var app = Launch.on(target).withoutAgent().rules(RULES).start()) {
      bare = answers(app.http());
      app.stop();
      complaints = complaints(app);
    }
    try (var app = Launch.on(target).rules(RULES).start()) {
      assertThat(differences(bare, answers(app.http()))).isEmpty();
      assertThat(app.http().get("/hello").headers().firstValue("RateLimit")).isPresent();
      app.stop();
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing");
      assertThat(complaints(app)).isEqualTo(complaints);
    }
  }

  /** What Tomcat has to say of requests that fail without us, too. */
  private static List<String> complaints(RunningApp app) {
    return app.stderr().stream().filter(line -> line.startsWith("SEVERE: ")).toList();
  }

  private static List<String> answers(Http http) {
    var answers = new ArrayList<String>();
    for (String page : PAGES) {
      answers.add(page + "\n" + text(http.get(page)));
    }
    var form = http.post("/form", "name=J%C3%BCrgen+%E6%B0%B4%E9%96%80");
    assertThat(form.body()).isEqualTo("Jürgen 水門\n");
    answers.add(text(form));
    // What an error page sees of a form that was read before is not the same.
    var sorry = http.post("/utf8/body/error", BODIES.get(0));
    assertThat(sorry.statusCode()).isEqualTo(500);
    assertThat(sorry.body()).startsWith("sorry");
    answers.addAll(answersToPosts(http));
    return answers;
  }

  private static List<String> answersToPosts(Http http) {
    var answers = new ArrayList<String>();
    for (String encoding : List.of("", "/utf8", "/late")) {
      for (String page : BODY_PAGES) {
        addPosts(http, encoding + page, answers);
      }
    }
    return answers;
  }

  private static List<String> differences(List<String> bare, List<String> answers) {
    assertThat(answers).hasSameSizeAs(bare);
    return IntStream.range(0, bare.size())
        .filter(n -> !answers.get(n).equals(bare.get(n)))
        .mapToObj(n -> answers.get(n) + "\ninstead of\n" + bare.get(n))
        .toList();
  }

  private static void addPosts(Http http, String page, List<String> answers) {
    for (String type : TYPES) {
      for (String body : BODIES) {
        answers.add(answer(http, page, type, body, UTF_8));
      }
    }
    for (String body : BODIES) {
      var pieces = BodyPublishers.fromPublisher(BodyPublishers.ofString(body));
      answers.add(page + " in chunks " + body + "\n" + text(http.post(page, FORM, pieces)));
    }
    for (String body : LATIN_1_BODIES) {
      answers.add(answer(http, page, FORM, body, ISO_8859_1));
      answers.add(answer(http, page, FORM + ";charset=ISO-8859-1", body, ISO_8859_1));
    }
    answers.add(answer(http, page, "multipart/form-data;boundary=line", PARTS, UTF_8));
  }

  private static String answer(Http http, String page, String type, String body, Charset charset) {
    var answer = http.post(page, type, BodyPublishers.ofByteArray(body.getBytes(charset)));
    // A reader of Tomcat's fails on what is not UTF-8, and what the error page sees then differs.
    boolean failed = page.endsWith("/reader") && answer.statusCode() == 500;
    return page + " " + type + " " + body + "\n" + (failed ? "failed" : text(answer));
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
