package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import dev.penstock.it.harness.inbound.BypassCheck;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No variant of a path, a method or an address bypasses a rule. */
@ParameterizedClass
@MethodSource("apps")
record BypassIT(RunningApp app) {
  /*
   * The budget of each rule is spent at the start. After that, any variant that reaches the handler
   * is a bypass. A rejection by Tomcat itself is fine.
   */
  private static final String RULES =
      """
      version: 1
      inbound:
        segment: { match: "/nested/{name}/page", rate: 1/week }
        gets: { match: GET /verbs, rate: 1/week }
        deletes: { match: DELETE /verbs, rate: 1/week }
        by-address: { match: /async/complete, key: ip, rate: 1/week }
      """
          + BypassCheck.RULES
          + "client-ip: { trusted-proxies: [127.0.0.1, 10.0.0.0/8], header: X-Forwarded-For }\n";

  private static final String ADDRESS = "/async/complete";
  private static final String PROXIED = "X-Forwarded-For: ";

  static Stream<RunningApp> apps() {
    return TestTarget.all()
        .map(
            target -> {
              var app = Launch.on(target).rules(RULES).start();
              spend(app.http());
              return app;
            });
  }

  private static void spend(Http http) {
    assertThat(http.status("/nested/x/page")).isEqualTo(200);
    assertThat(http.status("/verbs")).isEqualTo(200);
    assertThat(send(http, "DELETE /verbs")).startsWith("200");
    assertThat(http.status(ADDRESS)).isEqualTo(200);
    assertThat(send(http, "GET " + ADDRESS, PROXIED + "198.51.100.1")).startsWith("200");
    assertThat(send(http, "GET " + ADDRESS, PROXIED + "2001:db8::1")).startsWith("200");
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void requestVariantsCannotBypassARule() {
    BypassCheck.expectNoBypass(app.http());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nested/y/page",
        "/nested/%3By/page",
        "/nested/y%3B/page",
        "/nested/;a/../y/page",
        "/nested/..%3B/page",
        "/nested/%20/page",
      })
  void segmentVariantsCannotBypassARule(String target) {
    for (String method : List.of("GET", "POST")) {
      assertRejected(method + " " + target);
    }
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
  void methodVariantsCannotBypassARule(String request) {
    assertRejected(request.split("\\|"));
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
        // Unreadable addresses count as the proxy's address, whose budget is spent.
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
  void forwardedAddressesCannotBypassARule(String header) {
    assertRejected(("GET " + ADDRESS + "|" + PROXIED + header).split("\\|"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /hello",
        "GET /hello?/vault/x",
        "GET /hello;vault",
        "GET /x/../hello",
        "GET http://localhost/hello",
        "GET /nested/vault/x",
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
  void requestsForOtherPagesAreNotLimited(String request) {
    assertThat(send(app.http(), request.split("\\|"))).startsWith("200");
  }

  private void assertRejected(String... request) {
    assertThat(send(app.http(), request)).matches("(?s)(400|404|405|429|501) .*");
  }

  /** Sends a request with this method, target and headers. */
  private static String send(Http http, String... request) {
    String[] lines = Arrays.copyOf(request, request.length + 2);
    lines[0] += " HTTP/1.1";
    lines[request.length] = "Host: localhost";
    lines[request.length + 1] = "Content-Length: 0";
    return http.sendRaw(lines);
  }
}
