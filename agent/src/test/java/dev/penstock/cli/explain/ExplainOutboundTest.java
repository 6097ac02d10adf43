package dev.penstock.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Shell;
import dev.penstock.cli.UsageException;
import dev.penstock.http.HeaderField;
import dev.penstock.rules.config.Good;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output of {@code explain} for outbound calls. */
class ExplainOutboundTest {
  private static final String RULES =
      """
      version: 1
      inbound: { in: { match: /**, rate: 5/s } }
      exempt: /v1/**
      outbound:
        pay:
          match: https://api.pay.example/v1/{kind}
          key: [path.kind, header.X-Key]
          rate: 25/s
          wait: 2s
          queue: 200
          learn: { cap: 1h }
          backoff: true
          count-retries: true
        bursts: { match: "POST,GET *://*.pay.example:*/**", rate: 60/min, burst: 5, wait: 1min }
        keyed: { match: "https://*/**", key: header.X-Tenant, rate: 5/s, algorithm: fixed-window }
        strict: { match: "https://*/**", rate: 5/s, wait: 0s }
        other: { match: [https://other.example/**, "http://api.pay.example/**"], rate: 1/s }
        elsewhere: { match: https://api.pay.example/v2/**, rate: 1/s }
        writes: { match: PUT https://api.pay.example/**, rate: 1/s }
        versioned: { match: { host: api.pay.example, headers: { X-V: 2 } }, concurrency: 3 }
        local: { match: "*://api.pay.example:8080/**", learn: true }
      """;

  private static final String MIXED =
      """
      version: 1
      outbound:
        mixed:
          match: https://a.example/**
          wait: 1min
          mode: shadow
          limits: [{ rate: 60/min, burst: 5 }, { concurrency: 3, key: host }]
      """;

  @TempDir private File directory;

  @Test
  void showsMatchingRulesAndHowLongTheyHoldACall() throws UsageException {
    assertThat(explain(RULES, "GET https://API.pay.example:443/v1/charges?x=1", "X-Key", "k1"))
        .isEqualTo(
            """
            GET https://api.pay.example:443/v1/charges

            pay applies
              match  https://api.pay.example/v1/{kind}
              wait   up to 2 seconds, 200 calls at once
              learn  from responses, which pause a host for up to 1 hour
              back   off for up to 500 milliseconds, doubled up to 1 minute, \
            if a rejection names no time
              retry  every retry and redirect counts as a call
              key    [path.kind=charges, header.X-Key=k1], from [path.kind, header.X-Key | global]
              limit  25 calls per second, early ones held for up to 2 seconds (leaky-bucket)
              left   1 now, and 50 to be held (nothing used yet)

            bursts applies
              match  POST,GET *://*.pay.example:*/**
              wait   up to 1 minute
              key    global
              limit  60 calls per minute, up to 5 at once, \
            early ones held for up to 1 minute (token-bucket)
              left   5 now, and 60 to be held (nothing used yet)

            keyed applies
              match  https://*/**
              wait   up to 30 seconds
              key    shared by all such calls: header.X-Tenant is missing
              limit  5 calls in each second by the clock (fixed-window)
              left   5 (nothing used yet)

            strict applies
              match  https://*/**
              wait   none: a call above the limit is rejected at once
              key    global
              limit  5 calls per second, one at a time (leaky-bucket)
              left   1 (nothing used yet)

            other does not apply: the host is not other.example and the scheme is not http

            elsewhere does not apply: the path is not /v2/**

            writes does not apply: the method is not PUT

            versioned does not apply: the request does not have header.X-V=2

            local does not apply: the port is not 8080

            4 of 9 rules apply
            """);
  }

  @Test
  void saysThatTheModeIsNotEnforce() throws UsageException {
    assertThat(explain("mode: shadow\n" + RULES, "https://a.example/"))
        .endsWith("2 of 9 rules apply; the mode is shadow, so nothing is held or rejected\n");
  }

  @Test
  void saysThatBucketsHoldNothingNextToALimitThatCannotHold() throws UsageException {
    assertThat(explain(MIXED, "GET https://a.example/x"))
        .isEqualTo(
            """
            GET https://a.example/x

            mixed applies
              match  https://a.example/**
              mode   shadow: holds and rejects nothing
              wait   up to 1 minute
              mixed-1
                key    global
                limit  60 calls per minute, up to 5 at once (token-bucket)
                left   5 (nothing used yet)
              mixed-2
                key    host=a.example
                limit  3 calls in flight at once (concurrency)
                left   3 (nothing used yet)

            1 of 1 rule applies
            """);
  }

  @Test
  void saysThatThereAreNoOutboundRules() throws IOException {
    assertThat(run("inbound: { in: { match: /**, rate: 5/s } }", "GET https://a.example/x"))
        .isEqualTo("GET https://a.example/x\nthere are no rules for outbound calls\nexit 0");
    assertThat(run("outbound: { out: { match: 'https://*/**', rate: 5/s } }", "GET /x"))
        .isEqualTo("GET /x from 127.0.0.1\nthere are no rules for inbound calls\nexit 0");
  }

  @Test
  void usesTheSectionOfTheRequest() throws IOException {
    String both =
        "inbound: { in: { match: /**, rate: 5/s } }\n"
            + "outbound: { out: { match: 'https://*/**', rate: 5/s } }";
    assertThat(run(both, "GET https://a.example/x"))
        .contains("\nout applies\n")
        .endsWith("1 of 1 rule applies\nexit 0");
    assertThat(run(both, "GET /x"))
        .contains("\nin applies\n")
        .endsWith("1 of 1 rule applies\nexit 0");
  }

  private String run(String rules, String request) throws IOException {
    File file = new File(directory, "penstock.yaml");
    Files.writeString(file.toPath(), "version: 1\n" + rules + "\n");
    return Shell.run("explain", file.getPath(), request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET https://a.example | \
          `GET https://a.example` is not a request such as `GET /api/users/7`
          GET ftp://a.example/ | `GET ftp://a.example/` is not a request such as `GET /api/users/7`
          https://a.example:x/            | `a.example:x` has an invalid port; expected a number such as `:8080`
          https://a.example/ --ip 1.2.3.4 | `--ip` is for inbound requests only
          https://a.example/ --user ann   | `--user` is for inbound requests only
          https://a.example/ -d a=b       | `-d` is for inbound requests only
          """)
  void rejectsInvalidArguments(String args, String message) {
    List<String> all = List.of(args.startsWith("GET") ? new String[] {args} : args.split(" "));
    Stream<String> words = Stream.concat(Stream.of("explain", "penstock.yaml"), all.stream());
    assertThat(Shell.run(words.toArray(String[]::new)))
        .startsWith("stderr: error: " + message + "\n")
        .endsWith("exit 2");
  }

  private static String explain(String rules, String request, String... header)
      throws UsageException {
    List<HeaderField> headers =
        header.length == 0 ? List.of() : List.of(new HeaderField(header[0], header[1]));
    SampleCall call =
        SampleCall.parse(request, headers, "127.0.0.1", /* user= */ null, /* form= */ List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, /* autoFlush= */ true, StandardCharsets.UTF_8);
    new Explanation(Good.file(rules).rules().outbound(), call).print(out);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
