package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how {@code explain} shows quotas, plans, costs, modes and stores. */
class ExplainQuotasTest {
  @TempDir private File directory;
  private File file = new File("");

  @BeforeEach
  void nameTheFile() {
    file = new File(directory, "penstock.yaml");
  }

  @Test
  void showsEveryQuotaOfARule() throws IOException {
    write(
        """
        login:
          match: POST /login
          limits:
            - { rate: 5/min, key: [ip, form.username], algorithm: sliding-log }
            - { rate: { free: 9/min, pro: 90/min }, key: user }
            - { concurrency: 3, key: session, on-missing-key: skip }
            - { rate: 1/s, key: header.X, on-missing-key: deny }
          count: { status: [401, 5xx, 420-429], reset-on: 2xx }
          cost: 1
          enforce: 5%
        """,
        "plans: { from: header.X-Plan, default: free }");
    assertThat(explain("POST /login", "-d", "username=ann", "-H", "X-Plan: pro"))
        .isEqualTo(
            """
            POST /login from 127.0.0.1
            not exempt

            login applies
              match  POST /login
              mode   enforced for 5% of its keys
              counts responses with 401 or 5xx or 420-429
              login-1
                key    [ip=127.0.0.1, form.username=ann], from [ip, form.username | ip]
                limit  5 calls in any minute, to the call (sliding-log)
                left   5 (nothing used yet)
                reset  by a response with 2xx
              login-2
                key    ip=127.0.0.1: user is missing
                plan   pro
                limit  90 calls in any minute (sliding-window)
                left   90 (nothing used yet)
                reset  not by this request: it names no account
              login-3
                key    none, not limited: session is missing
              login-4
                key    none, rejected: header.X is missing

            1 of 1 rule applies
            exit 0\
            """);
  }

  @Test
  void showsTheUserAndTheCost() throws IOException {
    write(
        """
        api:
          match: [{ path: /api/search, cost: 5 }, /api/**]
          key: user
          rate: 100/min
          mode: shadow
        """,
        "");
    assertThat(explain("/api/search", "--user", "ann"))
        .isEqualTo(
            """
            GET /api/search from 127.0.0.1 by ann
            not exempt

            api applies
              match  /api/search
              mode   shadow: rejects nothing
              cost   5
              key    user=ann
              limit  100 calls in any minute (sliding-window)
              left   100 (nothing used yet)

            1 of 1 rule applies
            exit 0\
            """);
  }

  @Test
  void saysThatALimitIsExactIfItCannotBeLeased() throws IOException {
    write(
        """
        api:
          match: /api
          limits: [{ rate: 5/s }, { concurrency: 9 }, { rate: 5/s, algorithm: leaky-bucket }]
        """,
        "store: { redis: 'redis://:hunter2@h', accuracy: leased, on-failure: open }");
    assertThat(explain("/api").lines().filter(line -> line.contains(" store ")))
        .containsExactly(
            "    store  Redis at redis://h:6379, leased; if Redis is unavailable: calls are"
                + " admitted",
            "    store  Redis at redis://h:6379, exact because it cannot be leased; if Redis is"
                + " unavailable: calls are admitted",
            "    store  Redis at redis://h:6379, exact because it cannot be leased; if Redis is"
                + " unavailable: calls are admitted");
  }

  @Test
  void showsTheStoreAndWhatAnOutageDoes() throws IOException {
    write(
        """
        api:
          match: /api
          limits:
            - rate: 5/s
            - { rate: 9/min, on-store-failure: open }
            - { rate: 90/h, on-store-failure: closed }
        """,
        "store: { redis: 'redis://ann:hunter2@localhost', instances: 3 }");
    assertThat(explain("/api"))
        .isEqualTo(
            """
            GET /api from 127.0.0.1
            not exempt

            api applies
              match  /api
              api-1
                key    global
                limit  5 calls in any second (sliding-window)
                left   5 (nothing used yet)
                store  Redis at redis://localhost:6379, exact; if Redis is unavailable: in this JVM, a third of the limit
              api-2
                key    global
                limit  9 calls in any minute (sliding-window)
                left   9 (nothing used yet)
                store  Redis at redis://localhost:6379, exact; if Redis is unavailable: calls are admitted
              api-3
                key    global
                limit  90 calls in any hour (sliding-window)
                left   90 (nothing used yet)
                store  Redis at redis://localhost:6379, exact; if Redis is unavailable: calls are rejected

            1 of 1 rule applies
            exit 0\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | in this JVM, the whole limit
          2 | in this JVM, half of the limit
          4 | in this JVM, a quarter of the limit
          7 | in this JVM, 1/7 of the limit
          """)
  void showsTheShareOfAJvmInAnOutage(int instances, String words) throws IOException {
    write(
        "api: { match: /api, rate: 5/s }",
        "store: { redis: redis://h, accuracy: leased, instances: " + instances + " }");
    assertThat(explain("/api"))
        .contains("redis://h:6379, leased; if Redis is unavailable: " + words + "\n");
  }

  @Test
  void showsTheCandidateOfARule() throws IOException {
    write(
        """
        api:
          match: /api
          rate: 100/min
          shadow: { algorithm: fixed-window, concurrency: 5, cost: 2 }
        """,
        "");
    assertThat(explain("/api"))
        .contains(
            """
              limit  100 calls in any minute (sliding-window)
              left   100 (nothing used yet)
              in shadow: api 100 calls in each minute by the clock (fixed-window)
              in shadow: api-concurrency 5 calls in flight at once (concurrency)
              in shadow: cost 2
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate: 6/min, slices: 6                 | 6 calls in any minute, counted in 6 slices (sliding-window)
          rate: 6/min, strict: true              | 6 calls in any minute, counted in 10 strict slices (sliding-window)
          rate: 6/day, calendar: Europe/Berlin   | 6 calls in each day of Europe/Berlin by the calendar (fixed-window)
          rate: 6/month, calendar: UTC           | 6 calls in each month of UTC by the calendar (fixed-window)
          rate: 6/min, algorithm: gcra           | 6 calls per minute, up to 6 at once (gcra)
          rate: 6/min, algorithm: token-bucket   | 6 calls per minute, up to 6 at once (token-bucket)
          rate: 6/min, burst: 1                  | 6 calls per minute, one at a time (token-bucket)
          rate: 6/min, algorithm: leaky-bucket, burst: 2 | 6 calls per minute, up to 2 at once (leaky-bucket)
          rate: 6/min, algorithm: leaky-bucket   | 6 calls per minute, one at a time (leaky-bucket)
          rate: 6/min, algorithm: leaky-bucket, wait: 1500ms | 6 calls per minute, early ones held for up to 1500 milliseconds (leaky-bucket)
          concurrency: 1                         | 1 call in flight at once (concurrency)
          """)
  void describesEveryAlgorithm(String written, String words) throws IOException {
    write("a: { match: /a, " + written + " }", "");
    assertThat(explain("/a")).contains("  limit  " + words + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          wait: 5s           | 10 calls, shared by all limits without `queue`
          wait: 5s, queue: 7 | 7 calls
          """)
  void showsTheLengthOfTheQueue(String written, String words) throws IOException {
    write("a: { match: /a, rate: 1/s, algorithm: leaky-bucket, " + written + " }", "");
    assertThat(explain("/a")).contains("  queue  " + words + "\n");
  }

  private void write(String rules, String rest) throws IOException {
    Files.writeString(file.toPath(), "version: 1\n" + rest + "\ninbound:\n" + rules.indent(2));
  }

  private String explain(String... args) {
    List<String> all = new ArrayList<>(List.of("explain", file.getPath()));
    all.addAll(List.of(args));
    return Shell.run(all.toArray(new String[0]));
  }
}
