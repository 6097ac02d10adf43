package dev.penstock.it.harness.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tries {@link PathTechniques} and {@link MethodTechniques} on a server. Its application has the
 * pages {@code /vault/**}, {@code /plain/**}, {@code /box}, {@code /lid} and {@code /open}, and
 * optionally {@code /chest/{id}}. Each page sends its name in the header {@code X-Reached}.
 */
public final class BypassCheck {
  /** The end of a rules file, after the other rules in {@code inbound}. */
  public static final String RULES =
      """
        vault: { match: /vault/**, rate: 1/week }
        chest: { match: "/chest/{id}", rate: 1/week }
        box: { match: POST /box, rate: 1/week }
        lid: { match: DELETE /lid, rate: 1/week }
      exempt: [/open/**, /secret]
      preflights: 3/week
      """;

  private static final List<String> METHODS = List.of("GET", "HEAD", "POST");
  private static final String REACHED = "\r\nx-reached: ";

  private final Http http;

  private BypassCheck(Http http) {
    this.http = http;
  }

  /** Expects that no technique reaches a page whose limit is used up. */
  public static void expectNoBypass(Http http) {
    BypassCheck check = new BypassCheck(http);
    check.useUp("GET /vault/x", "GET /chest/1", "POST /box", "DELETE /lid");
    check.expectNoBypassByPath();
    check.expectNoBypassByMethod();
    check.expectFewPreflights();
    check.expectOtherPagesServed();
  }

  private void useUp(String... requests) {
    for (String request : requests) {
      send(request);
      assertThat(send(request)).as(request).doesNotStartWith("200");
    }
  }

  /** Also counts the targets that reach the unlimited page, to show that the techniques work. */
  private void expectNoBypassByPath() {
    List<String> around = new ArrayList<>();
    int reaching = 0;
    for (String technique : PathTechniques.BELOW_A_PREFIX) {
      for (String method : METHODS) {
        String request = method + " " + PathTechniques.target(technique, "vault");
        if (pageReached(request).equals("vault")) {
          around.add(request);
        }
      }
      String plain = "GET " + PathTechniques.target(technique, "plain");
      reaching += pageReached(plain).equals("plain") ? 1 : 0;
    }
    for (String target : PathTechniques.OF_A_VARIABLE) {
      if (pageReached("GET " + target).equals("chest")) {
        around.add("GET " + target);
      }
    }
    assertThat(around).isEmpty();
    assertThat(reaching).as("targets that the server routes to the page").isGreaterThan(10);
  }

  private void expectNoBypassByMethod() {
    List<String> around = new ArrayList<>();
    for (String request : MethodTechniques.ALL) {
      if (!pageReached(request).isEmpty()) {
        around.add(request);
      }
    }
    assertThat(around).isEmpty();
  }

  private void expectOtherPagesServed() {
    for (String request : PathTechniques.FOR_OTHER_PAGES) {
      assertThat(send(request)).as(request).doesNotStartWith("429");
    }
    assertThat(pageReached("GET /open")).isEqualTo("open");
  }

  /** Preflights can reach a handler that ignores the method, so they have their own limit. */
  private void expectFewPreflights() {
    String preflight =
        "OPTIONS /vault/x|Origin: https://a.example|Access-Control-Request-Method: GET";
    for (int n = 0; n < 3; n++) {
      assertThat(send(preflight)).doesNotStartWith("429");
    }
    assertThat(send(preflight)).startsWith("429");
  }

  /** The page that a request reached; empty if none. */
  private String pageReached(String request) {
    String response = send(request).toLowerCase(Locale.ROOT);
    int field = response.indexOf(REACHED);
    return field < 0 ? "" : response.substring(field + REACHED.length()).lines().findFirst().get();
  }

  /** Sends a request line and header lines, separated by {@code |}. */
  private String send(String request) {
    // Targets may contain this character, but only header lines contain a colon and a space.
    String[] parts = request.contains(": ") ? request.split("\\|", -1) : new String[] {request};
    String[] lines = Arrays.copyOf(parts, parts.length + 2);
    lines[0] += " HTTP/1.1";
    lines[parts.length] = "Host: localhost";
    lines[parts.length + 1] = "Content-Length: 0";
    try {
      return http.sendRaw(lines);
    } catch (UncheckedIOException closed) {
      // Some servers close the connection without a response.
      return "";
    }
  }
}
