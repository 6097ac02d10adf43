package dev.penstock.it;

import static dev.penstock.it.Served.handled;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No spelling of a path gets past a rule on the server of the JDK, or on JAX-RS upon it. */
@ParameterizedClass
@MethodSource("apps")
record JdkServerBypassIT(RunningApp app) {
  /*
   * What each rule admits is spent at the start. From then on a handler that runs was reached
   * around the rule. To this server a context is whatever begins with its path.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        page: { match: /hello, rate: 1/week }
        one: { match: "/orders/{id}", rate: 1/week }
        context: { match: /slow/**, rate: 1/week }
      """;

  private static final List<TestApp> APPS =
      List.of(
          TestApp.JDK_SERVER,
          TestApp.JERSEY_3_GRIZZLY,
          TestApp.JERSEY_3_JDK,
          TestApp.RESTEASY_6_JDK);

  static Stream<RunningApp> apps() {
    return TestApp.built(APPS)
        .map(
            stage -> {
              var app = Launch.on(stage).rules(RULES).start();
              for (String page : List.of("/hello", "/orders/1", "/slow?ms=0")) {
                assertThat(app.http().status(page)).isEqualTo(200);
              }
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
        "/hello",
        "/hello/",
        "/hello?a=b",
        "/hello?",
        "/hello#a",
        "/hello;a=b",
        "/hello;",
        "/;a=b/hello",
        "//hello",
        "///hello",
        "/./hello",
        "/../hello",
        "/x/../hello",
        "/x/%2e%2e/hello",
        "/x/..;a/hello",
        "/x/..%3Ba/hello",
        "/hello/.",
        "/hello/x/..",
        "/%68ello",
        "/%68%65%6c%6c%6F",
        "/%2568ello",
        "/hello%2F",
        "%2Fhello",
        "/hello%3Fa",
        "/hello%20",
        "/hello%00",
        "/hello%",
        "/HELLO",
        "http://localhost/hello",
        "HTTP://other.example:99/hello",
        "http://localhost/x/../hello",
        "http://localhost//hello",
        "hello",
        "*",
        "/orders/2",
        "/orders/2/",
        "/orders//2",
        "/orders/2;a=b",
        "/orders;a=b/2",
        "/orders/a%2Fb",
        "/orders/a%2fb%2F",
        "/orders/%2e%2e",
        "/orders/..%2F..",
        "/orders/a%5Cb",
        "/orders/%3B",
        "/orders/a%3Bb",
        "/orders/%20",
        "/orders/..",
        "/orders/x/../2",
        "/slow?ms=0",
        "/slow/?ms=0",
        "/slow/x?ms=0",
        "/slow/..?ms=0",
        "/slow/../x?ms=0",
        "/slow/../../x?ms=0",
        "/slow/%2e%2e/x?ms=0",
        "/slow%2F..%2Fx?ms=0",
        "/slow;a=b?ms=0",
        "/slow;a=b/..?ms=0",
        "/slow..?ms=0",
        "/slow../x?ms=0",
        "/slower?ms=0",
        "/%73low?ms=0",
        "http://localhost/slow?ms=0",
      })
  void noSpellingIsAWayAround(String target) {
    int before = handled(app);
    for (String method : List.of("GET", "HEAD", "POST")) {
      String[] request = {
        method + " " + target + " HTTP/1.1", "Host: localhost", "Content-Length: 0"
      };
      assertThat(app.http().raw(request)).as(method).matches("(?s)([45]\\d\\d .*)?");
    }
    assertThat(handled(app)).isEqualTo(before);
  }
}
