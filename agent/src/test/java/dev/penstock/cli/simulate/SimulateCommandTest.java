package dev.penstock.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.SimulateFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code simulate}. */
class SimulateCommandTest {
  private SimulateFolder files;

  @BeforeEach
  void writeFiles(@TempDir Path folder) throws IOException {
    files = SimulateFolder.prepared(folder);
  }

  @Test
  void printsTheCountsOfEachRule() {
    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            4 requests in 2 min 4 s, from 2026-10-10 13:55:36 to 2026-10-10 13:57:40 UTC

            rule      requests     admitted     rejected
            api              3            2            1   33.33 %
            total            4            3            1   25.00 %

            clients rejected most often
            rule  client               rejected
            api   770a39f102774514            1
            exit 0\
            """);
  }

  @Test
  void showsKeysOfClientsOnRequest() throws IOException {
    files.write(
        "penstock.yaml",
        "version: 1\ninbound: { a: { match: /api/**, key: user, rate: 1/min } }\n");
    files.write("access.log", SimulateFolder.LOG.replace(" - - ", " - \\x1bann "));
    String[] args = {"--rules", "penstock.yaml", "--log", "access.log", "--key", "user=42"};

    assertThat(files.simulate(args))
        .contains("\na     498f9fbb89f2705f            2\n")
        .contains("\nuser=42: 0 requests, 0 rejected\n");
    args[5] = "user=\u001bann";
    assertThat(files.simulate(args))
        .contains("\na     user=?ann (498f9fbb89f2705f)            2\n")
        .contains("\nuser=?ann: 3 requests, 2 rejected\n");
    args[4] = "--show-keys";
    assertThat(files.simulate(Arrays.copyOf(args, 5))).contains("\na     user=?ann            2\n");
  }

  @Test
  void printsNotesOnCaveats() throws IOException {
    files.write(
        "penstock.yaml",
        """
        version: 1
        inbound:
          up: { match: /up, concurrency: 3 }
        outbound:
          shop: { match: "https://shop.example/**", rate: 5/s }
        """);
    files.write(
        "access.log",
        SimulateFolder.LOG
            + "nonsense\n"
            + SimulateFolder.LOG.lines().findFirst().orElseThrow().replace("1.2.3.4", "a.example")
            + "\n"
            + SimulateFolder.LOG.lines().findFirst().orElseThrow().replace(" 200 ", " 429 "));

    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            6 requests in 2 min 4 s, from 2026-10-10 13:55:36 to 2026-10-10 13:57:40 UTC

            rule      requests     admitted     rejected
            up               0            0            0
            total            6            6            0    0.00 %

            note: 1 outbound rule ignored: an access log contains inbound requests only
            note: `up` limits requests in flight, but a log does not contain their duration: here \
            each request ends before the next one
            note: 2 lines were up to 2 min 4 s out of order and decided as of the latest time \
            before
            note: 1 line has a host name instead of an address: no rule by `ip` applies \
            to them
            note: 1 request was answered with 429 when the log was written; they are decided like \
            all others
            note: 1 line was skipped
              access.log:5: not in the common or combined log format: nonsense
            exit 0\
            """);
  }

  @Test
  void writesDecisionsToAFileOrToStandardOutput() throws IOException {
    String first = "{\"n\":1,\"t\":1791640536000,\"admitted\":true,\"rule\":\"api\",";

    assertThat(
            files.simulate(
                "--rules", "penstock.yaml", "--log", "access.log", "--decisions", "out.jsonl"))
        .startsWith("4 requests in");
    assertThat(Files.readString(files.path("out.jsonl"))).startsWith(first).hasLineCount(4);
    assertThat(
            files.simulate("--rules", "penstock.yaml", "--log", "access.log", "--decisions", "-"))
        .startsWith(first)
        .contains("\nstderr: 4 requests in")
        .endsWith("exit 0");
  }

  @Test
  void isDeterministic() throws IOException {
    files.write(
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

    assertThat(files.simulate(args)).isEqualTo(files.simulate(args)).contains("\"candidate\":{");
  }

  @Test
  void comparesWithACandidateAndWritesAPage() throws IOException {
    files.write(
        "next.yaml", "version: 1\ninbound: { api: { match: /api/**, key: ip, rate: 1/min } }\n");
    files.write("access.log", SimulateFolder.LOG + "nonsense of 1.2.3.4\n");
    String output =
        files.simulate(
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

    assertThat(output)
        .contains("\nuser=ann: 0 requests, 0 rejected, 0 by the candidate\n")
        .contains("\nnot ready to cut over to next.yaml\n")
        .contains("\ninbound: 4 requests, 25.00 % diverge\n")
        .contains("\nnote: 1 line was skipped\n")
        .endsWith("\n\nwrote page.html\nexit 0");
    assertThat(Files.readString(files.path("page.html")))
        .contains("770a39f102774514")
        .contains("1 line was skipped")
        .doesNotContain("1.2.3.4");
  }

  @Test
  void readsSeveralLogsCompressedOrPiped() throws IOException {
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(files.path("access.log.1")))) {
      packed.write(SimulateFolder.LOG.getBytes(StandardCharsets.UTF_8));
    }
    InputStream stdin =
        new ByteArrayInputStream(
            SimulateFolder.LOG
                .replace("\n", "\r\n")
                .stripTrailing()
                .getBytes(StandardCharsets.UTF_8));

    assertThat(
            files.simulate(
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
}
