package dev.penstock.it.harness.inbound;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.inbound.KeyTechnique.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that Penstock counts a request by the identity that the application reads. */
public final class KeyAgreementCheck {
  /*
   * The rules deny requests without a key. If the application responds, Penstock found a key, and
   * it must be the identity that the application read: simple requests with this identity must
   * spend the same budget. So a technique needs no expected outcome per server.
   */
  public static final Set<Kind> ALL = EnumSet.allOf(Kind.class);
  public static final Set<Kind> WITHOUT_FORMS =
      EnumSet.complementOf(EnumSet.of(Kind.FORM, Kind.PUT));

  private static final String RULES =
      """
        seen-query: { match: /seen/query, key: query.id, rate: 100/week,
                      algorithm: sliding-log, on-missing-key: deny }
        seen-cookie: { match: /seen/cookie, key: cookie.id, rate: 100/week,
                       algorithm: sliding-log, on-missing-key: deny }
        seen-header: { match: /seen/header, key: header.X-Id, rate: 100/week,
                       algorithm: sliding-log, on-missing-key: deny }
        seen-path: { match: "/seen/path/{id}", key: path.id, rate: 100/week,
                     algorithm: sliding-log }
        seen-form: { match: /seen/form, key: form.id, rate: 100/week,
                     algorithm: sliding-log, on-missing-key: deny }
      """;

  private static final Pattern STATUS = Pattern.compile("HTTP/1.1 (\\d{3})");
  private static final Pattern REMAINING = Pattern.compile("(?i)\nRateLimit-Remaining: (\\d+)");
  private static final Pattern READING = Pattern.compile("(?m)^(?:=(.*?)|(none))\r?$");
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  private final Http http;
  private final List<String> problems = new ArrayList<>();

  private KeyAgreementCheck(Http http) {
    this.http = http;
  }

  /** Adds the rules for the pages below {@code /seen}, which return the identity that they read. */
  public static String addedTo(String rules) {
    return rules.replaceFirst("\ninbound:\n", Matcher.quoteReplacement("\ninbound:\n" + RULES));
  }

  /**
   * Tries all techniques.
   *
   * @param readable the kinds of keys that Penstock reads on this server
   */
  public static void expectSameKeys(Http http, Set<Kind> readable) {
    var readings = new KeyAgreementCheck(http);
    for (KeyTechnique technique : KeyTechnique.all()) {
      readings.attempt(technique, readable.contains(technique.kind()));
    }
    assertThat(readings.problems).isEmpty();
  }

  private void attempt(KeyTechnique technique, boolean readable) {
    Seen ambiguous = technique.kind() == Kind.PATH ? send(KeyTechnique.ambiguousPath()) : null;
    Seen seen = send(technique.request());
    if (ambiguous != null && seen.remaining == ambiguous.remaining - 1) {
      // Both requests spend the budget of the address, so neither has a key.
      return;
    }
    if (seen.status != 200) {
      if (technique.mustCount() && readable) {
        problems.add(technique + ": rejected with " + seen.status);
      }
      return;
    }
    if (seen.remaining < 0) {
      problems.add(technique + ": not counted, though the application read " + seen.readings);
    } else if (seen.readings.size() != 1 || seen.readings.contains("none")) {
      problems.add(technique + ": counted, though the application read " + seen.readings);
    } else {
      expectSameBudget(technique, seen);
    }
  }

  /** Some identities cannot be sent in a simple request. At least one must spend the budget. */
  private void expectSameBudget(KeyTechnique technique, Seen seen) {
    int spent = 0;
    for (String[] request : technique.simplest(seen.readings.iterator().next().substring(1))) {
      Seen simplest = send(request);
      boolean sameBudget = simplest.remaining == seen.remaining - spent - 1;
      spent += sameBudget ? 1 : 0;
      if (simplest.readings.equals(seen.readings) && !sameBudget) {
        problems.add(technique + ": not the budget of " + simplest + ": " + seen);
        return;
      }
    }
    if (spent == 0) {
      problems.add(technique + ": no simple request spends the budget of " + seen);
    }
  }

  private Seen send(String... lines) {
    try (var socket = http.openRaw(lines)) {
      return Seen.in(new String(socket.getInputStream().readAllBytes(), ISO_8859_1));
    } catch (IOException | UncheckedIOException connectionClosed) {
      // Counts as a rejection.
      return Seen.in("");
    }
  }

  /**
   * The relevant parts of a response.
   *
   * @param remaining the remaining budget; negative if the response has no such header
   * @param readings the identities that the application read, each after an equals sign
   */
  private record Seen(int status, int remaining, Set<String> readings) {
    static Seen in(String response) {
      Matcher status = STATUS.matcher(response);
      Matcher remaining = REMAINING.matcher(response);
      Set<String> readings = new TreeSet<>();
      for (Matcher reading = READING.matcher(response); reading.find(); ) {
        readings.add(reading.group(2) == null ? "=" + unescaped(reading.group(1)) : "none");
      }
      return new Seen(
          status.lookingAt() ? Integer.parseInt(status.group(1)) : 0,
          remaining.find() ? Integer.parseInt(remaining.group(1)) : -1,
          readings);
    }

    private static String unescaped(String text) {
      return ESCAPE
          .matcher(text)
          .replaceAll(
              found ->
                  Matcher.quoteReplacement(
                      Character.toString(Integer.parseInt(found.group(1), 16))));
    }
  }
}
