package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application answers with the agent as it does without, as long as it is within its limits. */
class TransparencyIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        all: { match: /**, key: ip, rate: 1000000/day }
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

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#all")
  void answersAreTheSame(Stage stage) {
    List<String> bare;
    try (var app = Launch.on(stage).withoutAgent().rules(RULES).start()) {
      bare = answers(app.http());
      app.stop();
      assertThat(app.stderr()).isEmpty();
    }
    try (var app = Launch.on(stage).rules(RULES).start()) {
      assertThat(answers(app.http())).isEqualTo(bare);
      assertThat(app.http().get("/hello").headers().firstValue("RateLimit")).isPresent();
      app.stop();
      app.expectCalm();
    }
  }

  private static List<String> answers(Http http) {
    var answers = new ArrayList<String>();
    for (String page : PAGES) {
      answers.add(page + "\n" + text(http.get(page)));
    }
    var form = http.post("/form", "name=J%C3%BCrgen+%E6%B0%B4%E9%96%80");
    assertThat(form.body()).isEqualTo("Jürgen 水門\n");
    answers.add(text(form));
    return answers;
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
