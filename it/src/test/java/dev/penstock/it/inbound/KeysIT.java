package dev.penstock.it.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.ResponseChecks;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The key of a rule selects the budget that a request spends. */
@ParameterizedClass
@MethodSource("apps")
record KeysIT(RunningApp app) {
  private static final String FORM = "application/x-www-form-urlencoded";

  private static final String RULES =
      """
      version: 1
      inbound:
        by-header: { match: /api/header, key: header.X-API-Key, rate: 1/week }
        by-variable: { match: "/api/users/{id}/**", key: path.id, rate: 1/week }
        by-query: { match: /api/query, key: query.client, rate: 1/week }
        by-cookie: { match: /api/cookie, key: cookie.client, rate: 1/week }
        by-first: { match: /api/first, key: header.X-User | header.X-API-Key, rate: 1/week }
        by-session: { match: /api/session, key: session, rate: 1/week }
        by-user: { match: /members, key: user, rate: 1/week }
        by-host: { match: /api/host, key: host, rate: 1/week }
        by-attribute: { match: /api/attribute, key: attribute.tenant, rate: 1/week }
        by-field: { match: POST /form, key: form.username, rate: 1/week }
        by-long-form: { match: POST /body/parameters, key: form.name, rate: 1/week }
        by-key-or-not-at-all: { match: POST /utf8/body/parameters, key: form.name, rate: 1/week, on-missing-key: deny }
        by-both: { match: /api/both, key: [header.X-User, method], rate: 1/week }
      client-ip: { trusted-proxies: [127.0.0.1], header: X-Forwarded-For }
      """;

  static Stream<RunningApp> apps() {
    return TestTarget.all().map(target -> Launch.on(target).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void printsNothingUnexpected(RunningApp app) {
    app.stop();
    app.expectNoUnexpectedOutput();
  }

  @Test
  void aHeaderIsAKey() {
    assertThat(app.http().statuses(2, "/api/header", "X-API-Key", "a")).containsExactly(200, 429);
    assertThat(app.http().statuses(2, "/api/header", "x-api-key", "b")).containsExactly(200, 429);
  }

  @Test
  void withoutTheHeaderTheAddressIsTheKey() {
    String proxied = "X-Forwarded-For";
    assertThat(app.http().statuses(2, "/api/header", proxied, "192.0.2.1"))
        .containsExactly(200, 429);
    assertThat(app.http().statuses(2, "/api/header", proxied, "192.0.2.2"))
        .containsExactly(200, 429);
  }

  @Test
  void aPathVariableIsAKey() {
    assertThat(app.http().status("/api/users/1/orders")).isEqualTo(200);
    assertThat(app.http().status("/api/users/1/baskets")).isEqualTo(429);
    assertThat(app.http().status("/api/users/2/orders")).isEqualTo(200);
  }

  @Test
  void queryParametersAndCookiesAreKeys() {
    assertThat(app.http().statuses(2, "/api/query?client=a")).containsExactly(200, 429);
    assertThat(app.http().status("/api/query?x=1&client=b")).isEqualTo(200);
    assertThat(app.http().statuses(2, "/api/cookie", "Cookie", "client=a"))
        .containsExactly(200, 429);
    assertThat(app.http().status("/api/cookie", "Cookie", "x=1; client=b")).isEqualTo(200);
  }

  @Test
  void theFirstKeyThatIsPresentIsUsed() {
    assertThat(app.http().status("/api/first", "X-User", "u", "X-API-Key", "k")).isEqualTo(200);
    assertThat(app.http().status("/api/first", "X-User", "u")).isEqualTo(429);
    assertThat(app.http().status("/api/first", "X-API-Key", "k")).isEqualTo(200);
  }

  @Test
  void aCombinedKeyUsesAllItsParts() {
    assertThat(app.http().statuses(2, "/api/both", "X-User", "u")).containsExactly(200, 429);
    assertThat(app.http().status("/api/both", "X-User", "v")).isEqualTo(200);
  }

  @Test
  void aSessionIsAKeyOnlyIfTheServerCreatedIt() {
    assertThat(inSession(session(), 2)).containsExactly(200, 429);
    assertThat(inSession(session(), 2)).containsExactly(200, 429);
    assertThat(inSession("0123456789ABCDEF", 2)).containsExactly(200, 429);
    assertThat(inSession("FEDCBA9876543210", 1)).containsExactly(429);
    assertThat(app.http().status("/api/session;jsessionid=00FF")).isEqualTo(429);
    assertThat(app.http().status("/api/session")).isEqualTo(429);
  }

  private String session() {
    return app.http().get("/session").body().strip();
  }

  private List<Integer> inSession(String id, int count) {
    return app.http().statuses(count, "/api/session", "Cookie", "JSESSIONID=" + id);
  }

  @Test
  void authenticatedUsersAreCountedByName() {
    assertThat(app.http().status("/members")).isEqualTo(401);
    assertThat(app.http().statuses(2, "/members", "Authorization", ResponseChecks.basicAuth("ann")))
        .containsExactly(200, 429);
    assertThat(app.http().status("/members", "Authorization", ResponseChecks.basicAuth("eve")))
        .isEqualTo(401);
    assertThat(app.http().get("/members", "Authorization", ResponseChecks.basicAuth("bob")).body())
        .isEqualTo("bob\n");
  }

  @Test
  void caseAndPortOfAHostDoNotChangeTheKey() {
    assertThat(ofHost("a.example")).startsWith("200");
    for (String same : List.of("a.example", "A.Example", "a.example:80", "a.example:8080")) {
      assertThat(ofHost(same)).as(same).startsWith("429");
    }
    assertThat(ofHost("b.example")).startsWith("200");
  }

  private String ofHost(String host) {
    return app.http().sendRaw("GET /api/host HTTP/1.1", "Host: " + host);
  }

  @Test
  void aRequestAttributeIsAKey() {
    assertThat(app.http().statuses(2, "/api/attribute", "X-Tenant", "a")).containsExactly(200, 429);
    assertThat(app.http().status("/api/attribute", "X-Tenant", "b")).isEqualTo(200);
  }

  /**
   * The unread rest of the form could contain a second value, and some applications use the last
   * one.
   */
  @Test
  void aLongFormIsCountedByAddressOrRejected() {
    String filler = "&filler=" + "y".repeat(100_000);
    assertThat(longForm("/body/parameters", "name=ann" + filler)).isEqualTo(200);
    assertThat(longForm("/body/parameters", "name=bob" + filler)).isEqualTo(429);
    assertThat(longForm("/utf8/body/parameters", "name=eve" + filler)).isEqualTo(429);
    assertThat(longForm("/utf8/body/parameters", "name=eve")).isEqualTo(200);
    var pieces = BodyPublishers.fromPublisher(BodyPublishers.ofString("name=eve"));
    assertThat(app.http().post("/utf8/body/parameters", FORM, pieces).statusCode()).isEqualTo(429);
  }

  private int longForm(String path, String form) {
    return app.http().post(path, form).statusCode();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "username=J%C3%BCrgen&name=J%C3%BCrgen",
        "name=J%C3%BCrgen&username=%4A%c3%bcrgen",
        "user%6Eame=J%C3%BCrgen&name=J%C3%BCrgen",
      })
  void aFormFieldIsAKeyAndReachesTheApplication(String form) {
    if (app.http().post("/form", "username=J%C3%BCrgen&name=x").statusCode() == 200) {
      assertThat(app.http().post("/form", "username=%E6%B0%B4&name=%E6%B0%B4").body())
          .isEqualTo("水\n");
    }
    assertThat(app.http().post("/form", form).statusCode()).isEqualTo(429);
  }

  @Test
  void aRequestWithTwoIdentitiesIsCountedByAddress() {
    String proxied = "X-Forwarded-For";
    assertThat(app.http().status("/api/query?client=x&client=y", proxied, "192.0.2.7"))
        .isEqualTo(200);
    assertThat(app.http().status("/api/query?client=x&client=z", proxied, "192.0.2.7"))
        .isEqualTo(429);
    assertThat(
            app.http().status("/api/cookie", "Cookie", "client=x; client=y", proxied, "192.0.2.7"))
        .isEqualTo(200);
    assertThat(
            app.http().status("/api/cookie", "Cookie", "client=x; client=z", proxied, "192.0.2.7"))
        .isEqualTo(429);
  }
}
