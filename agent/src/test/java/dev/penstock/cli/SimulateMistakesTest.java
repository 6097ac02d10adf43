package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors and empty results of {@code simulate}. */
class SimulateMistakesTest {
  private SimulateFolder files;

  @BeforeEach
  void writeFiles(@TempDir Path folder) throws IOException {
    files = SimulateFolder.prepared(folder);
  }

  @Test
  void printsZerosForAnEmptyLog() throws IOException {
    files.write("access.log", "");

    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .isEqualTo(
            """
            0 requests

            rule      requests     admitted     rejected
            api              0            0            0
            total            0            0            0
            exit 0\
            """);
  }

  @Test
  void writesNoPageWithoutAComparison() throws IOException {
    String[] args = {"--rules", "penstock.yaml", "--log", "access.log", "--html", "page.html"};

    assertThat(files.simulate(args))
        .isEqualTo("usage: `--html` needs `--candidate`, because the page shows a comparison");
    files.write("access.log", "");
    files.write(
        "penstock.yaml", "version: 1\nmode: shadow\ninbound: { a: { match: /a, rate: 1/s } }\n");
    assertThat(files.simulate(args))
        .endsWith(
            "stderr: error: the log contains no requests, so page.html was not written\n"
                + "exit 1");
  }

  @Test
  void failsIfNoLineOfALogIsValid() throws IOException {
    files.write("access.log", "#Fields: date time\n");

    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .endsWith(
            """
            note: 1 line was skipped
              access.log:1: not in the common or combined log format: #Fields: date time
            exit 1\
            """);
  }

  @Test
  void listsProblemsOfTheRulesFileLikeValidate() throws IOException {
    files.write("penstock.yaml", "version: 1\ninbound: { api: { match: /api/**, rate: 5/mn } }\n");
    files.write("good.yaml", "version: 1\ninbound: { api: { match: /api/**, rate: 5/min } }\n");

    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "access.log"))
        .contains("error: unknown unit")
        .endsWith("1 problem in penstock.yaml\nexit 1");
    assertThat(
            files.simulate(
                "--rules", "good.yaml", "--candidate", "penstock.yaml", "--log", "access.log"))
        .contains("error: unknown unit")
        .endsWith("1 problem in the candidate of good.yaml\nexit 1");
  }

  @Test
  void failsIfAFileCannotBeReadOrWritten() throws IOException {
    try (GZIPOutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(files.path("whole.gz")))) {
      packed.write(SimulateFolder.LOG.getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(files.path("whole.gz"));
    Files.write(files.path("cut.gz"), Arrays.copyOf(whole, whole.length / 2));
    Files.createDirectory(files.path("logs.d"));

    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "no.log"))
        .isEqualTo("stderr: error: cannot read no.log: the file does not exist\nexit 1");
    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "logs.d"))
        .isEqualTo("stderr: error: cannot read logs.d: it is a directory\nexit 1");
    assertThat(files.simulate("--rules", "penstock.yaml", "--log", "cut.gz"))
        .isEqualTo(
            "stderr: error: cannot read cut.gz: Unexpected end of ZLIB input stream\nexit 1");
    assertThat(
            files.simulate(
                "--rules", "penstock.yaml", "--log", "access.log", "--decisions", "no/d.jsonl"))
        .startsWith("stderr: error: cannot write no/d.jsonl: ")
        .endsWith("exit 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          --log access.log                               | `simulate` needs `--rules FILE`
          --rules r.yaml                                 | `simulate` needs `--log FILE`
          --rules                                        | `--rules` needs a value
          --rules r.yaml --rules r.yaml                  | `--rules` was given twice
          --rules r.yaml --log - --log -                 | standard input can be read only once
          --rules r.yaml --log - --format clf            | unknown format `clf`; use one of combined, common, jsonl
          --rules r.yaml --log - --key ann               | `ann` is not a key such as user=42
          --rules r.yaml --log - --loud                  | `simulate` has no option `--loud`
          --rules r.yaml --log - more                    | unexpected argument `more`
          --rules r.yaml --log a.log --decisions a.log   | `--decisions` would overwrite a.log
          --rules r.yaml --log a.log --html r.yaml       | `--html` would overwrite r.yaml
          """)
  void rejectsInvalidArguments(String args, String why) {
    assertThat(files.simulate(args.split(" ", -1))).isEqualTo("usage: " + why);
  }
}
