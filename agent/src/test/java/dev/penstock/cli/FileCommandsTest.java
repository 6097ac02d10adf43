package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands {@code init} and {@code validate}. */
class FileCommandsTest {
  @TempDir private File directory;
  private String path = "";

  @BeforeEach
  void nameTheFile() {
    path = new File(directory, "penstock.yaml").getPath();
  }

  @Test
  void initWritesAValidFile() {
    assertThat(run("init", path)).isEqualTo("wrote penstock.yaml\nexit 0");
    assertThat(run("validate", path)).isEqualTo("penstock.yaml: 1 rule, no problems\nexit 0");
  }

  @Test
  void initDoesNotOverwriteAFile() throws IOException {
    write("# mine\n");
    assertThat(run("init", path))
        .isEqualTo("stderr: error: penstock.yaml already exists; nothing was written\nexit 1");
    assertThat(Files.readString(new File(path).toPath())).isEqualTo("# mine\n");
  }

  @Test
  void initReportsAFileThatCannotBeWritten() {
    String nowhere = new File(new File(directory, "nowhere"), "x.yaml").getPath();
    assertThat(run("init", nowhere))
        .startsWith("stderr: error: cannot write nowhere/x.yaml: ")
        .endsWith("exit 1");
  }

  @Test
  void initRejectsASecondFile() {
    assertThat(run("init", "a.yaml", "b.yaml"))
        .isEqualTo(
            """
            stderr: error: unexpected argument `b.yaml`
            stderr: Run `java -jar penstock.jar help` for usage.
            exit 2\
            """);
  }

  @Test
  void validateListsAllProblems() throws IOException {
    write("version: 1\ninbound:\n  api: { match: api, rate: 100/minuts }\n");
    assertThat(run("validate", path))
        .isEqualTo(
            """
            penstock.yaml:3:17: error: a path pattern must start with `/`
              |
            3 |   api: { match: api, rate: 100/minuts }
              |                 ^^^
              = at inbound.api.match
              = help: write `/api`

            penstock.yaml:3:32: error: unknown unit `minuts`
              |
            3 |   api: { match: api, rate: 100/minuts }
              |                                ^^^^^^
              = at inbound.api.rate
              = help: did you mean `min`? Units are ms, s, min, h, day, week and month

            2 problems in penstock.yaml
            exit 1\
            """);
  }

  @Test
  void validateListsWarningsOfAValidFile() throws IOException {
    write("version: 1\n");
    assertThat(run("validate", path))
        .isEqualTo(
            """
            penstock.yaml: warning: there are no rules, so nothing is limited

            penstock.yaml: 0 rules, no problems, 1 warning
            exit 0\
            """);
  }

  @Test
  void validateListsProblemsOfTheCandidate() throws IOException {
    Files.writeString(new File(directory, "next.yaml").toPath(), "version: 1\nmode: of\n");
    write("version: 1\nshadow: next.yaml\ninbound: { a: { match: /a, rate: 5/s } }\n");
    assertThat(run("validate", path))
        .isEqualTo(
            """
            next.yaml:2:7: error: unknown mode `of`
              |
            2 | mode: of
              |       ^^
              = at mode
              = help: did you mean `off`?

            1 problem in the candidate of penstock.yaml
            exit 1\
            """);
  }

  @Test
  void validateCountsInboundAndOutboundRules() throws IOException {
    write(
        """
        version: 1
        inbound: { in: { match: /**, rate: 5/s } }
        outbound: { out: { match: "https://*/**", rate: 5/s } }
        """);
    assertThat(run("validate", path)).isEqualTo("penstock.yaml: 2 rules, no problems\nexit 0");
  }

  @Test
  void validateReportsAMissingFile() {
    assertThat(run("validate", path))
        .isEqualTo(
            """
            penstock.yaml: error: there is no such file

            1 problem in penstock.yaml
            exit 1\
            """);
  }

  @Test
  void validateNeedsAFile() {
    assertThat(run("validate"))
        .isEqualTo(
            """
            stderr: error: `validate` takes one file
            stderr: Run `java -jar penstock.jar help` for usage.
            exit 2\
            """);
  }

  private void write(String text) throws IOException {
    Files.writeString(new File(path).toPath(), text);
  }

  private String run(String... args) {
    return Shell.run(args).replace(directory.getPath() + File.separator, "");
  }
}
