package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Whose budget a request spends. */
@ParameterizedClass
@MethodSource("apps")
record KeysIT(RunningApp app) {
  private static final String RULES =
      """
      version: 1
      inbound:
        by-header: { match: /api/header, key: header.X-API-Key, rate: 1/week }
        by-variable: { match: "/api/users/{id}/**", key: path.id, rate: 1/week }
        by-address: { match: /api/ip, key: ip, rate: 1/week }
        by-query: { match: /api/query, key: query.client, rate: 1/week }
        by-cookie: { match: /api/cookie, key: cookie.client, rate: 1/week }
        by-first: { match: /api/first, key: header.X-User | header.X-API-Key, rate: 1/week }
        by-both: { match: /api/both, key: [header.X-User, method], rate: 1/week }
      client-ip: { trusted-proxies: [127.0.0.1], header: X-Forwarded-For }
      """;

  static Stream<RunningApp> apps() {
    return Stage.all().map(stage -> Launch.on(stage).rules(RULES).start());
  }

  @AfterParameterizedClassInvocation
  static void staysCalm(RunningApp app) {
    app.stop();
    app.expectCalm();
  }

  @Test
  void aHeaderSeparatesClients() {
    assertThat(app.http().statuses(2, "/api/header", "X-API-Key", "a")).containsExactly(200, 429);
    assertThat(app.http().statuses(2, "/api/header", "x-api-key", "b")).containsExactly(200, 429);
  }

  @Test
  void withoutTheHeaderItIsTheAddressThatCounts() {
    String proxied = "X-Forwarded-For";
    assertThat(app.http().statuses(2, "/api/header", proxied, "192.0.2.1"))
        .containsExactly(200, 429);
    assertThat(app.http().statuses(2, "/api/header", proxied, "192.0.2.2"))
        .containsExactly(200, 429);
  }

  @Test
  void aVariableOfThePathSeparatesClients() {
    assertThat(app.http().status("/api/users/1/orders")).isEqualTo(200);
    assertThat(app.http().status("/api/users/1/baskets")).isEqualTo(429);
    assertThat(app.http().status("/api/users/2/orders")).isEqualTo(200);
  }

  @Test
  void theAddressIsTheLastOneThatATrustedProxySaw() {
    String proxied = "X-Forwarded-For";
    assertThat(app.http().statuses(2, "/api/ip", proxied, "198.51.100.1"))
        .containsExactly(200, 429);
    assertThat(app.http().status("/api/ip", proxied, "198.51.100.2")).isEqualTo(200);
    // What a client puts in front is its own invention.
    assertThat(app.http().status("/api/ip", proxied, "10.9.8.7, 198.51.100.1")).isEqualTo(429);
    assertThat(app.http().status("/api/ip", proxied, "10.9.8.7", proxied, "198.51.100.1"))
        .isEqualTo(429);
    assertThat(app.http().statuses(2, "/api/ip")).containsExactly(200, 429);
  }

  @Test
  void queryAndCookieSeparateClients() {
    assertThat(app.http().statuses(2, "/api/query?client=a")).containsExactly(200, 429);
    assertThat(app.http().status("/api/query?x=1&client=b")).isEqualTo(200);
    assertThat(app.http().statuses(2, "/api/cookie", "Cookie", "client=a"))
        .containsExactly(200, 429);
    assertThat(app.http().status("/api/cookie", "Cookie", "x=1; client=b")).isEqualTo(200);
  }

  @Test
  void theFirstKeyPresentCounts() {
    assertThat(app.http().status("/api/first", "X-User", "u", "X-API-Key", "k")).isEqualTo(200);
    assertThat(app.http().status("/api/first", "X-User", "u")).isEqualTo(429);
    assertThat(app.http().status("/api/first", "X-API-Key", "k")).isEqualTo(200);
  }

  @Test
  void aCombinationSeparatesByAllItsParts() {
    assertThat(app.http().statuses(2, "/api/both", "X-User", "u")).containsExactly(200, 429);
    assertThat(app.http().status("/api/both", "X-User", "v")).isEqualTo(200);
  }
}
