package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No spelling of a path gets past a rule on servers that route by what was sent. */
@ParameterizedClass
@MethodSource("apps")
record RawPathBypassIT(RunningApp app) {
  /*
   * What the rules admit is spent at the start. From then on every spelling that the server takes to
   * the handler is a way around a rule.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        all: { match: /orders/**, rate: 1/week }
        one: { match: /slow, rate: 1/week }
      """;

  static Stream<RunningApp> apps() {
    return Stream.of("WEBFLUX", "VERTX")
        .flatMap(TestApp::built)
        .map(
            stage -> {
              var app = Launch.on(stage).rules(RULES).start();
              assertThat(app.http().status("/orders/1")).isEqualTo(200);
              assertThat(app.http().status("/slow?ms=1")).isEqualTo(200);
              return app;
            });
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/orders/1",
        "/orders/1/",
        "/orders/1//",
        "/orders//1",
        "//orders/1",
        "///orders///1",
        "/./orders/1",
        "/orders/./1",
        "/orders/1/.",
        "/../orders/1",
        "/x/../orders/1",
        "/hello/../orders/1",
        "/hello/%2e%2e/orders/1",
        "/hello/%2E./orders/1",
        "/hello/..;a=b/orders/1",
        "/orders/x/../1",
        "/orders/..",
        "/orders/.",
        "/orders/..%3B/x",
        "/orders/%3Ba",
        "/orders/1;a=b",
        "/orders/1;",
        "/orders;a=b/1",
        "/;a=b/orders/1",
        "/orders;a=%2Fb/1",
        "/%6Frders/1",
        "/%6f%72ders/1",
        "/%256Frders/1",
        "/orders/%31",
        "/orders/1%20",
        "/orders/%201",
        "/orders/1%00",
        "/orders/1%2F",
        "/orders/1%2Fx",
        "/orders/1%5Cx",
        "/orders/%",
        "/orders/1%3Fa",
        "/orders/1#a",
        "/orders/1?a=b",
        "/orders/1?",
        "/orders/%C3%BC",
        "/orders/%c0%ae",
        "/orders\\1",
        "/ORDERS/1",
        "/orders/{id}",
        "/orders/:id",
        "/orders/1/items/2",
        "/orders/1//items/2",
        "/orders/1/items/2/",
        "/orders/1/%69tems/2",
        "/orders/1/items;a/2",
        "http://localhost/orders/1",
        "HTTP://other.example:99/%6Frders/1",
        "http://localhost//orders/./1",
        "orders/1",
        "/slow?ms=1",
        "/slow/?ms=1",
        "/%73low?ms=1",
        "/slo%77?ms=1",
        "/slow;a=b?ms=1",
        "//slow?ms=1",
        "/slow//?ms=1",
        "/./slow?ms=1",
        "/x/../slow?ms=1",
        "/slow/.?ms=1",
        "/slow/x/..?ms=1",
        "/SLOW?ms=1",
      })
  void noSpellingOfAPathIsAWayAround(String target) {
    String before = app.http().get("/handled").body();
    for (String method : List.of("GET", "HEAD")) {
      assertThat(send(method, target)).matches("(?s)(400|404|405|429|501) .*|");
    }
    assertThat(app.http().get("/handled").body()).isEqualTo(before);
  }

  /** Routed by a server of ours or not at all, but never by what the rules are for. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hello",
        "/hello/",
        "/%68ello",
        "/hello?/orders/1",
        "/hello;/orders/1",
        "//hello",
        "/orders%2F1",
        "/orders%5C1",
        "/x%2Forders/1",
        "/slowly",
        "/slow%6Cy",
        "/%2Fslow",
        "/slow%2F",
        "/slow%2F..%2Fx",
        "/fn/orders/1",
        "/x/orders/1",
        "http://localhost/hello",
      })
  void whatIsSomethingElseIsNotLimited(String target) {
    assertThat(send("GET", target)).isNotEmpty().doesNotStartWith("429");
  }

  private String send(String method, String target) {
    return app.http()
        .raw(method + " " + target + " HTTP/1.1", "Host: localhost", "Content-Length: 0");
  }
}
