package dev.penstock.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.cli.Shell;
import dev.penstock.operator.CommandReply;
import dev.penstock.operator.SnapshotText;
import dev.penstock.operator.StatusProperties;
import dev.penstock.telemetry.SampleSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands for a running JVM. */
class JvmCommandTest {
  private final FakeJvms jvms = new FakeJvms();

  @Test
  void statusSendsNoCommand() {
    jvms.with("4711", Map.of(StatusProperties.STATUS, "all is well\n"));
    assertThat(run("status", "4711")).isEqualTo("all is well\nexit 0");
    assertThat(jvms.sent).isEmpty();
  }

  @Test
  void statusReportsAJvmWithoutTheAgent() {
    jvms.with("4711", Map.of());
    assertThat(run("status", "4711")).isEqualTo("Penstock is not attached to this JVM\nexit 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode 4711 off                 | mode off",
        "mode 4711 file --rule search  | mode file search",
        "peek 4711 search user=42      | peek search user=42",
        "reset 4711 search user=42     | reset search user=42",
        "console 4711                  | console",
      })
  void commandsAreSentOneWordPerLine(String command, String sent) {
    jvms.with("4711");
    assertThat(run(command.split(" "))).isEqualTo("done\nexit 0");
    assertThat(jvms.sent).containsExactly("4711: " + sent.replace(' ', '\n'));
  }

  @Test
  void aFailedCommandPrintsAnErrorAndExitsWithOne() {
    jvms.with("4711").replying(CommandReply.problem("there is no rule `serach`\n"));
    assertThat(run("mode", "4711", "off", "--rule", "serach"))
        .isEqualTo("stderr: error: there is no rule `serach`\nexit 1");
  }

  @ParameterizedTest
  @CsvSource({"status 1", "mode 1 off", "peek 1 a b", "console 1", "top 1"})
  void anUnreachableJvmIsAnErrorWithHelp(String command) {
    assertThat(run(command.split(" ")))
        .isEqualTo(
            """
            stderr: error: there is no process 1
            stderr:   = help: look for another
            exit 1\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status              | `status` needs the process id of a JVM",
        "status tomcat       | `tomcat` is not a process id",
        "status 0            | `0` is not a process id",
        "mode 4711           | `mode` needs a process id and a mode; `--rule NAME` is optional",
        "mode 4711 of        | unknown mode `of`; use one of off, shadow, enforce, file",
        "peek 4711 a         | `peek` needs a process id, a rule and a key such as user=42",
        "console             | `console` needs the process id of a JVM",
        "ps 4711             | unexpected argument `4711`",
        "attach              | `attach` needs a process id and `--rules FILE`; `--shadow FILE` is"
            + " optional",
        "attach 4711         | `attach` needs a process id and `--rules FILE`; `--shadow FILE` is"
            + " optional",
        "attach 4711 --rules | `attach` needs a process id and `--rules FILE`; `--shadow FILE` is"
            + " optional",
        "top                 | `top` needs a process id; `--every 1s` and `--once` are optional",
        "top 4711 --twice    | `top` needs a process id; `--every 1s` and `--once` are optional",
        "top 4711 --every 1  | `1` is not a duration such as 500ms, 2s or 1min",
      })
  void wrongUsageIsExplained(String command, String message) {
    jvms.with("4711");
    assertThat(run(command.split(" "))).isEqualTo("usage: " + message);
  }

  @Test
  void psListsJvmsWithTheStateOfTheAgent() {
    String snapshot = SnapshotText.of(SampleSnapshot.busy());
    jvms.with(
            "4711", Map.of(StatusProperties.VERSION, "1.0.0", StatusProperties.SNAPSHOT, snapshot))
        .with("4712", Map.of())
        .with("4713")
        .with(
            "4714",
            Map.of(StatusProperties.VERSION, "9.9.9", StatusProperties.SNAPSHOT, "snapshot 9"));
    assertThat(run("ps"))
        .isEqualTo(
            """
            PID      PENSTOCK                         MAIN
            4711     1.0.0, enforcing 3 rules         app-4711.jar
            4712     no                               app-4712.jar
            4713     unreachable                      app-4713.jar
            4714     another version                  app-4714.jar
            exit 0\
            """);
    assertThat(jvms.sent).isEmpty();
  }

  @Test
  void attachSendsAbsolutePathsOfValidFiles(@TempDir Path folder) throws IOException {
    Path rules = Files.writeString(folder.resolve("a b.yaml"), rules("5/min"));
    Path next = Files.writeString(folder.resolve("next.yaml"), rules("6/min"));
    jvms.with("4711");
    String here = Path.of("").toAbsolutePath().relativize(rules).toString();
    assertThat(run("attach", "4711", "--rules", here)).isEqualTo("done\nexit 0");
    assertThat(run("attach", "4711", "--shadow", next.toString(), "--rules", rules.toString()))
        .isEqualTo("done\nexit 0");
    assertThat(jvms.sent)
        .containsExactly(
            "4711: rules\n" + Path.of(here).toAbsolutePath(),
            "4711: rules\n" + rules + "\n" + next);
  }

  @Test
  void attachRejectsAnInvalidFileAndSendsNothing(@TempDir Path folder) throws IOException {
    Path rules = Files.writeString(folder.resolve("rules.yaml"), rules("5/minuts"));
    Path fine = Files.writeString(folder.resolve("fine.yaml"), rules("5/min"));
    jvms.with("4711");
    assertThat(run("attach", "4711", "--rules", rules.toString()))
        .startsWith("stderr: " + rules + ":3:34: error: unknown unit `minuts`\n")
        .endsWith("stderr: 1 problem in " + rules + "\nexit 1");
    assertThat(run("attach", "4711", "--rules", fine.toString(), "--shadow", rules.toString()))
        .contains("unknown unit `minuts`")
        .endsWith("stderr: 1 problem in the candidate of " + fine + "\nexit 1");
    assertThat(run("attach", "4711", "--rules", folder.resolve("none.yaml").toString()))
        .contains("there is no such file");
    assertThat(jvms.sent).isEmpty();
  }

  private static String rules(String rate) {
    return "version: 1\ninbound:\n  api: { match: /api/**, rate: " + rate + " }\n";
  }

  private String run(String... command) {
    return Shell.runOn(jvms, List.of(command));
  }
}
