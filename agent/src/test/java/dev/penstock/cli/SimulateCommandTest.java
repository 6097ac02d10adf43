package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateCommandTest {
  private static final String LOG =
      """
      1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /api/x HTTP/1.1" 200 5 "-" "curl/8.5.0"
      1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /api/y HTTP/1.1" 200 5 "-" "curl/8.5.0"
      1.2.3.4 - - [10/Oct/2026:13:55:37 +0000] "GET //api/z HTTP/1.1" 200 5 "-" "curl/8.5.0"
      2001:db8::1 - ann [10/Oct/2026:13:57:40 +0000] "GET / HTTP/2.0" 200 5 "-" "curl/8.5.0"
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    write(
        "penstock.yaml",
        """
        version: 1
        inbound:
          api: { match: /api/**, key: ip, rate: 2/min, algorithm: fixed-window }
        """);
    write("access.log", LOG);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** What a user sees, with files that have no folder. */
  private String simulate(String... args) {
    return simulate(InputStream.nullInputStream(), args);
  }

  private String simulate(InputStream in, String... args) {
    List<String> all = new ArrayList<>();
    for (String arg : args) {
      all.add(arg.contains(".") ? file(arg) : arg);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String code;
    try (PrintStream stdout = new PrintStream(out, false, StandardCharsets.UTF_8);
        PrintStream stderr = new PrintStream(err, false, StandardCharsets.UTF_8)) {
      code = "exit " + SimulateCommand.run(all, in, stdout, stderr).code();
    } catch (UsageException e) {
      code = "usage: " + e.getMessage();
    }
    String errors =
        err.toString(StandardCharsets.UTF_8)
            .lines()
            .map(line -> "stderr: " + line + "\n")
            .reduce("", String::concat);
    return (out.toString(StandardCharsets.UTF_8) + errors + code)
        .replace(folder + folder.getFileSystem().getSeparator(), "");
  }

  @Test
  void printsATableOfWhatTheRulesWouldHaveDone() {
    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            4 requests in 2 min 4 s, from 2026-10-10 13:55:36 to 2026-10-10 13:57:40 UTC

            rule       requests     admitted     rejected
            api               3            2            1   33.33 %
            in all            4            3            1   25.00 %

            most refused
            rule  client               rejected
            api   770a39f102774514            1
            exit 0""");
  }

  @Test
  void showsClientsInClearIfTheyAreAskedFor() throws IOException {
    write(
        "penstock.yaml",
        "version: 1\ninbound: { a: { match: /api/**, key: user, rate: 1/min } }\n");
    write("access.log", LOG.replace(" - - ", " - \\x1bann "));
    String[] args = {"--rules", "penstock.yaml", "--log", "access.log", "--key", "user=42"};

    assertThat(simulate(args))
        .contains("\na     498f9fbb89f2705f            2\n")
        .contains("\nuser=42: 0 requests, 0 rejected\n");
    args[5] = "user=\u001bann";
    assertThat(simulate(args))
        .contains("\na     user=?ann (498f9fbb89f2705f)            2\n")
        .contains("\nuser=?ann: 3 requests, 2 rejected\n");
    args[4] = "--show-keys";
    assertThat(simulate(Arrays.copyOf(args, 5))).contains("\na     user=?ann            2\n");
  }

  @Test
  void tellsWhatMakesTheResultDoubtful() throws IOException {
    write(
        "penstock.yaml",
        """
        version: 1
        inbound:
          up: { match: /up, concurrency: 3 }
        outbound:
          shop: { match: "https://shop.example/**", rate: 5/s }
        """);
    write(
        "access.log",
        LOG
            + "nonsense\n"
            + LOG.lines().findFirst().orElseThrow().replace("1.2.3.4", "a.example")
            + "\n"
            + LOG.lines().findFirst().orElseThrow().replace(" 200 ", " 429 "));

    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            6 requests in 2 min 4 s, from 2026-10-10 13:55:36 to 2026-10-10 13:57:40 UTC

            rule       requests     admitted     rejected
            up                0            0            0
            in all            6            6            0    0.00 %

            note: 1 outbound rule left out: an access log tells of requests that come in
            note: `up` limits requests in flight, but a log does not tell how long they took: here \
            each one ends before the next
            note: 2 lines were up to 2 min 4 s out of order, and judged as of the latest time seen \
            by then
            note: 1 line names the client by a host name instead of an address: no rule by `ip` is \
            for them
            note: 1 request was answered 429 when the log was written; they are judged like all \
            others
            note: 1 line was skipped
              access.log:5: not a line of the common or combined log format: nonsense
            exit 0""");
  }

  @Test
  void writesDecisionsToAFileOrToStandardOutput() throws IOException {
    String first = "{\"n\":1,\"t\":1791640536000,\"admitted\":true,\"rule\":\"api\",";

    assertThat(
            simulate("--rules", "penstock.yaml", "--log", "access.log", "--decisions", "out.jsonl"))
        .startsWith("4 requests in");
    assertThat(Files.readString(folder.resolve("out.jsonl"))).startsWith(first).hasLineCount(4);
    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log", "--decisions", "-"))
        .startsWith(first)
        .contains("\nstderr: 4 requests in")
        .endsWith("exit 0");
  }

  @Test
  void saysTheSameEveryTime() throws IOException {
    write(
        "next.yaml",
        """
        version: 1
        inbound:
          api: { match: /**, key: user | ip, rate: 1/min, enforce: 50%, algorithm: sliding-log }
        """);
    String[] args = {
      "--rules",
      "penstock.yaml",
      "--candidate",
      "next.yaml",
      "--log",
      "access.log",
      "--decisions",
      "-"
    };

    assertThat(simulate(args)).isEqualTo(simulate(args)).contains("\"candidate\":{");
  }

  @Test
  void comparesWithACandidateAndWritesAPage() throws IOException {
    write("next.yaml", "version: 1\ninbound: { api: { match: /api/**, key: ip, rate: 1/min } }\n");
    write("access.log", LOG + "nonsense of 1.2.3.4\n");
    String told =
        simulate(
            "--rules",
            "penstock.yaml",
            "--candidate",
            "next.yaml",
            "--log",
            "access.log",
            "--html",
            "page.html",
            "--key",
            "user=ann");

    assertThat(told)
        .contains("\nuser=ann: 0 requests, 0 rejected, 0 by the candidate\n")
        .contains("\nnot ready to cut over to next.yaml\n")
        .contains("\ninbound: 4 requests, 25.00 % diverge\n")
        .contains("\nnote: 1 line was skipped\n")
        .endsWith("\n\nwrote page.html\nexit 0");
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("770a39f102774514")
        .contains("1 line was skipped")
        .doesNotContain("1.2.3.4");
  }

  @Test
  void hasNoPageToWriteIfThereIsNothingToCompare() throws IOException {
    String[] args = {"--rules", "penstock.yaml", "--log", "access.log", "--html", "page.html"};

    assertThat(simulate(args))
        .isEqualTo("usage: `--html` shows a comparison, so it needs a `--candidate`");
    write("access.log", "");
    write("penstock.yaml", "version: 1\nmode: shadow\ninbound: { a: { match: /a, rate: 1/s } }\n");
    assertThat(simulate(args))
        .endsWith(
            "stderr: error: no request in the log, so there is nothing to write to page.html\n"
                + "exit 1");
  }

  @Test
  void readsSeveralLogsOneAfterTheOtherPackedOrPiped() throws IOException {
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("access.log.1")))) {
      packed.write(LOG.getBytes(StandardCharsets.UTF_8));
    }
    InputStream stdin =
        new ByteArrayInputStream(
            LOG.replace("\n", "\r\n").stripTrailing().getBytes(StandardCharsets.UTF_8));

    assertThat(
            simulate(
                stdin,
                "--rules",
                "penstock.yaml",
                "--log",
                "access.log.1",
                "--log",
                "-",
                "--log",
                "access.log",
                "--format",
                "combined"))
        .startsWith("12 requests in 2 min 4 s")
        .contains("note: 6 lines were up to 2 min 4 s out of order");
  }

  @Test
  void hasNothingToSayOfAnEmptyLog() throws IOException {
    write("access.log", "");

    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            0 requests

            rule       requests     admitted     rejected
            api               0            0            0
            in all            0            0            0
            exit 0""");
  }

  @Test
  void failsIfNothingInALogCanBeRead() throws IOException {
    write("access.log", "#Fields: date time\n");

    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .endsWith(
            """
            note: 1 line was skipped
              access.log:1: not a line of the common or combined log format: #Fields: date time
            exit 1""");
  }

  @Test
  void listsTheProblemsOfARulesFileAsValidateDoes() throws IOException {
    write("penstock.yaml", "version: 1\ninbound: { api: { match: /api/**, rate: 5/mn } }\n");
    write("good.yaml", "version: 1\ninbound: { api: { match: /api/**, rate: 5/min } }\n");

    assertThat(simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .contains("error: unknown unit")
        .endsWith("1 problem in penstock.yaml\nexit 1");
    assertThat(
            simulate("--rules", "good.yaml", "--candidate", "penstock.yaml", "--log", "access.log"))
        .contains("error: unknown unit")
        .endsWith("1 problem in the candidate of good.yaml\nexit 1");
  }

  @Test
  void failsIfAFileCannotBeReadOrWritten() throws IOException {
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("whole.gz")))) {
      packed.write(LOG.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(folder.resolve("whole.gz"));
    Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length / 2));
    Files.createDirectory(folder.resolve("logs.d"));

    assertThat(simulate("--rules", "penstock.yaml", "--log", "no.log"))
        .isEqualTo("stderr: error: no.log cannot be read: there is no such file\nexit 1");
    assertThat(simulate("--rules", "penstock.yaml", "--log", "logs.d"))
        .isEqualTo("stderr: error: logs.d cannot be read: this is a directory, not a file\nexit 1");
    assertThat(simulate("--rules", "penstock.yaml", "--log", "cut.gz"))
        .isEqualTo(
            "stderr: error: cut.gz cannot be read: Unexpected end of ZLIB input stream\nexit 1");
    assertThat(
            simulate(
                "--rules", "penstock.yaml", "--log", "access.log", "--decisions", "no/d.jsonl"))
        .startsWith("stderr: error: no/d.jsonl cannot be written: ")
        .endsWith("exit 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          --log access.log                               | `simulate` needs `--rules FILE`
          --rules r.yaml                                 | `simulate` needs `--log ACCESS_LOG`
          --rules                                        | `--rules` needs a value
          --rules r.yaml --rules r.yaml                  | `--rules` stands there twice
          --rules r.yaml --log - --log -                 | standard input can be read only once
          --rules r.yaml --log - --format clf            | `clf` is not one of combined, common and jsonl
          --rules r.yaml --log - --key ann               | `ann` is not a key such as user=42
          --rules r.yaml --log - --loud                  | `simulate` has no option `--loud`
          --rules r.yaml --log - more                    | `more` is one argument too many
          --rules r.yaml --log a.log --decisions a.log   | `--decisions` would overwrite a.log
          --rules r.yaml --log a.log --html r.yaml       | `--html` would overwrite r.yaml
          """)
  void refusesWhatMakesNoSense(String args, String why) {
    assertThat(simulate(args.split(" ", -1))).isEqualTo("usage: " + why);
  }
}
