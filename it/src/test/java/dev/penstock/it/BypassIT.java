package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No spelling of a path, a method or an address gets past a rule. */
@ParameterizedClass
@MethodSource("apps")
record BypassIT(RunningApp app) {
  /*
   * What each rule admits is spent at the start. From then on every spelling that the container
   * takes to the handler is a way around the rule; that Tomcat itself turns a request away is fine.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        api: { match: /api/**, rate: 1/week }
        segment: { match: "/nested/{name}/page", rate: 1/week }
        gets: { match: GET /verbs, rate: 1/week }
        deletes: { match: DELETE /verbs, rate: 1/week }
        by-address: { match: /async/complete, key: ip, rate: 1/week }
      client-ip: { trusted-proxies: [127.0.0.1, 10.0.0.0/8], header: X-Forwarded-For }
      """;

  private static final String ADDRESS = "/async/complete";
  private static final String PROXIED = "X-Forwarded-For: ";

  static Stream<RunningApp> apps() {
    return Stage.all()
        .map(
            stage -> {
              var app = Launch.on(stage).rules(RULES).start();
              spend(app.http());
              return app;
            });
  }

  private static void spend(Http http) {
    assertThat(http.status("/api/x")).isEqualTo(200);
    assertThat(http.status("/nested/x/page")).isEqualTo(200);
    assertThat(http.status("/verbs")).isEqualTo(200);
    assertThat(send(http, "DELETE /verbs")).startsWith("200");
    assertThat(http.status(ADDRESS)).isEqualTo(200);
    assertThat(send(http, "GET " + ADDRESS, PROXIED + "198.51.100.1")).startsWith("200");
    assertThat(send(http, "GET " + ADDRESS, PROXIED + "2001:db8::1")).startsWith("200");
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/x",
        "/api",
        "/api/",
        "/api/x/",
        "/api/x/.",
        "/api/x.",
        "/api./x",
        "/api/x/..",
        "/api//x",
        "//api/x",
        "///api///x",
        "/api/./x",
        "/./api/x",
        "/../api/x",
        "/x/../api/x",
        "/x/%2e%2e/api/x",
        "/x/%2E./api/x",
        "/x/..;a=b/api/x",
        "/x/..%3Ba=b/api/x",
        "/api/..%3B/x",
        "/api/..%3B/..%3Ba/x",
        "/api/.%3B/x",
        "/api/%3Ba/x",
        "/api/x/../y",
        "/shop/../api/x",
        "/shop/..;/api/x",
        "/%61pi/x",
        "/%61%70%69/x",
        "/%2561pi/x",
        "/%252561pi/x",
        "/%u0061pi/x",
        "/api%2Fx",
        "/api%252Fx",
        "/api%5Cx",
        "/api\\x",
        "\\api\\x",
        "/api/x%00",
        "/api/%",
        "/api/x%3Fa",
        "/api/x%23a",
        "/api/x#a",
        "/api/x%20",
        "/api/%20x",
        "/api/x%09",
        "/api/x;a=b",
        "/api;a=b/x",
        "/;a=b/api/x",
        "/;/api/x",
        "/api;/x",
        "/api;jsessionid=00/x",
        "/api;a=%2Fb/x",
        "/api/x?a=b",
        "/api/x?",
        "/api/%C3%BC",
        "/%C0%AFapi/x",
        "/%c1%a1pi/x",
        "/x/%c0%ae%c0%ae/api/x",
        "/\u00e1pi/x",
        "/\uff41pi/x",
        "/api/x*",
        "/api/{x}",
        "/API/x",
        "/Api/x",
        "http://localhost/api/x",
        "HTTP://other.example:99/api/x",
        "http://localhost//api/./x",
        "http:///api/x",
        "https://user:pw@localhost/%61pi/x",
        "http://localhost/x/../api/x",
        "localhost/api/x",
        "api/x",
        "*",
        "?/api/x",
        "/nested/y/page",
        "/nested/%3By/page",
        "/nested/y%3B/page",
        "/nested/;a/../y/page",
        "/nested/..%3B/page",
        "/nested/%20/page",
      })
  void noSpellingOfAPathIsAWayAround(String target) {
    for (String method : List.of("GET", "POST")) {
      assertTurnedAway(method + " " + target);
    }
    assertThat(app.http().get("/count").body()).isEqualTo("1\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /verbs",
        "HEAD /verbs",
        "get /verbs",
        "Get /verbs",
        "GET\t/verbs",
        "GE%54 /verbs",
        "DELETE /verbs",
        "delete /verbs",
        "DELETE /verbs?_method=POST",
        "DELETE /verbs|X-HTTP-Method-Override: POST",
        "POST /verbs|X-HTTP-Method-Override: DELETE",
        "POST /verbs|x-http-method-override: delete",
        "POST /verbs|X-HTTP-Method-Override:  Delete ",
        "POST /verbs|X-HTTP-Method: DELETE",
        "POST /verbs|X-Method-Override: DELETE",
        "POST /verbs|X-HTTP-Method-Override: POST|X-HTTP-Method: DELETE",
        "POST /verbs|X-HTTP-Method-Override: HEAD",
        "POST /verbs?_method=DELETE",
        "POST /verbs?_method=delete",
        "POST /verbs?%5fmethod=DELET%45",
        "POST /verbs?_method=POST|X-HTTP-Method-Override: DELETE",
        "POST /verbs?_method=DELETE|X-HTTP-Method-Override: POST",
        "post /verbs|X-HTTP-Method-Override: DELETE",
        "TRACE /verbs",
        "PUT /verbs|X-HTTP-Method-Override: DELETE",
        "CONNECT /verbs",
        "FOO /verbs",
      })
  void noMethodIsAWayAround(String request) {
    assertTurnedAway(request.split("\\|"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "198.51.100.1",
        "198.51.100.1:4711",
        " 198.51.100.1 ",
        "::ffff:198.51.100.1",
        "[::ffff:c633:6401]:80",
        "203.0.113.9, 198.51.100.1",
        "203.0.113.9,198.51.100.1",
        "203.0.113.9, 198.51.100.1, 10.1.2.3",
        "198.51.100.1, 10.1.2.3, 127.0.0.1",
        "203.0.113.9|X-Forwarded-For: 198.51.100.1",
        "203.0.113.9|x-forwarded-for: 198.51.100.1",
        "198.51.100.1|Forwarded: for=203.0.113.9|X-Real-IP: 203.0.113.9",
        "198.51.100.1|Client-IP: 203.0.113.9|True-Client-IP: 203.0.113.9",
        "\", 198.51.100.1",
        "unknown, 198.51.100.1",
        "2001:db8::1",
        "2001:DB8::1",
        "2001:0db8:0000:0000:0000:0000:0000:0001",
        "[2001:db8::1]",
        "[2001:db8:0:0::ffff]:443",
        "2001:db8:0:0:1:2:3:4",
        "2001:db8::1.2.3.4",
        // Whoever is behind what cannot be read: the proxy that passed it on has spent its own.
        "",
        ",",
        "unknown",
        "garbage",
        "198.51.100.999",
        "0xC6336402",
        "3325256706",
        "198.51.100.2, garbage",
        "203.0.113.9,",
        "[2001:db8:1::1",
        "127.0.0.1",
        "localhost",
      })
  void noForwardedAddressIsAWayAround(String header) {
    assertTurnedAway(("GET " + ADDRESS + "|" + PROXIED + header).split("\\|"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /hello",
        "GET /hello?/api/x",
        "GET /hello;api",
        "GET /api/../hello",
        "GET http://localhost/hello",
        "GET /nested/api/x",
        "GET /nested/page",
        "GET /shop/hello",
        "POST /verbs",
        "POST /verbs|X-HTTP-Method-Override: PUT",
        "POST /verbs?method=DELETE",
        "OPTIONS /verbs",
        "GET /async/complete|X-Forwarded-For: 198.51.100.200, 10.0.0.1",
        "GET /async/complete|X-Forwarded-For: 198.51.100.1, 198.51.100.201",
        "GET /async/complete|X-Forwarded-For: 2001:db8:0:1::1",
      })
  void whatIsSomethingElseIsNotLimited(String request) {
    assertThat(send(app.http(), request.split("\\|"))).startsWith("200");
  }

  private void assertTurnedAway(String... request) {
    assertThat(send(app.http(), request)).matches("(?s)(400|404|405|429|501) .*");
  }

  /** Sends a request of this method and target, with these headers. */
  private static String send(Http http, String... request) {
    String[] lines = Arrays.copyOf(request, request.length + 2);
    lines[0] += " HTTP/1.1";
    lines[request.length] = "Host: localhost";
    lines[request.length + 1] = "Content-Length: 0";
    return http.raw(lines);
  }
}
