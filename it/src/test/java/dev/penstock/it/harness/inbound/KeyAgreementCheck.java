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

/** Sends every {@link KeyTechnique} to an application that tells which identity it reads. */
public final class KeyAgreementCheck {
  /*
   * A request without a key is denied. So an answer of the application means that Penstock has
   * found a key, and then that must be the identity that the application has read, in each of the
   * ways it offers: simple requests with this identity spend the same budget. Nothing else is known
   * of the right outcome, so a technique needs no row for each server.
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

  /** A rules file with the rules for the pages that tell identities. */
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
      // Both spend one budget, that of the address: neither names an identity.
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

  /** Not every identity has a simple request; then it is enough that one spends the budget. */
  private void expectSameBudget(KeyTechnique technique, Seen seen) {
    int spent = 0;
    for (String[] request : technique.simplest(seen.readings.iterator().next().substring(1))) {
      Seen simplest = send(request);
      boolean sameBudget = simplest.remaining == seen.remaining - spent - 1;
      spent += sameBudget ? 1 : 0;
      if (simplest.readings.equals(seen.readings) && !sameBudget) {
        problems.add(technique + ": another budget than " + simplest + " has: " + seen);
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
      // As good as a rejection.
      return Seen.in("");
    }
  }

  /**
   * What can be seen of an answer.
   *
   * @param remaining what is left of the budget; negative if the answer does not say
   * @param readings the identities that the application has read, each behind an equals sign
   */
  private record Seen(int status, int remaining, Set<String> readings) {
    static Seen in(String answer) {
      Matcher status = STATUS.matcher(answer);
      Matcher remaining = REMAINING.matcher(answer);
      Set<String> readings = new TreeSet<>();
      for (Matcher reading = READING.matcher(answer); reading.find(); ) {
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
