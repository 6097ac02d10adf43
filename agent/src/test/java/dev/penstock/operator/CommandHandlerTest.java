package dev.penstock.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.SampleSnapshot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the commands of operators and their replies. */
class CommandHandlerTest {
  private final RecordedControls controls = new RecordedControls();
  private @Nullable String console = "http://127.0.0.1:9797/?token=t";
  private final CommandHandler commands =
      new CommandHandler(
          controls,
          new OperatorActions() {
            @Override
            public @Nullable String loadRules(String file, @Nullable String shadow) {
              controls.actions.add(file + " beside " + shadow);
              return file.contains("broken") ? "broken.yaml has problems\n" : null;
            }

            @Override
            public @Nullable String consoleUrl() {
              return console;
            }
          });

  @Test
  void returnsStatusAndSnapshot() {
    assertThat(commands.handle("status")).isEqualTo(CommandReply.fine("all is well\n"));
    assertThat(SnapshotText.read(commands.handle("snapshot").text()))
        .isEqualTo(SampleSnapshot.busy());
  }

  @ParameterizedTest
  @CsvSource({"off, OFF", "shadow, SHADOW", "enforce, ENFORCE", "file, null"})
  void switchesAllRules(String word, String mode) {
    assertThat(commands.handle("mode\n" + word))
        .isEqualTo(CommandReply.fine("all rules: enforce\n"));
    assertThat(controls.actions).containsExactly("all " + mode + " by command line");
  }

  @Test
  void switchesOneRule() {
    assertThat(commands.handle("mode\nshadow\nsearch"))
        .isEqualTo(
            CommandReply.fine("search: shadow (switched by console; the file says enforce)\n"));
    assertThat(controls.actions).containsExactly("search SHADOW by command line");
    assertThat(commands.handle("mode\noff\nserach"))
        .isEqualTo(CommandReply.problem("there is no rule `serach`\n"));
  }

  @Test
  void peeksAtAndResetsAClient() {
    String left =
        """
        burst: 17 of 100 left (100/s), more in 2.5 s, client 9f2c51d07ab3e6f4
        hourly: 5000 of 5000 left (5000/h), client 9f2c51d07ab3e6f4
        """;
    assertThat(commands.handle("peek\nsearch\nuser=a b")).isEqualTo(CommandReply.fine(left));
    assertThat(controls.actions).isEmpty();
    assertThat(commands.handle("reset\nsearch\nuser=a b")).isEqualTo(CommandReply.fine(left));
    assertThat(controls.actions).containsExactly("reset search user=a b by command line");
    assertThat(commands.handle("peek\nsearch\n42"))
        .isEqualTo(CommandReply.problem("the keys of `search` look like `user=42`\n"));
  }

  @Test
  void loadsOtherRulesUnlessTheyAreInvalid() {
    assertThat(commands.handle("rules\n/a b.yaml")).isEqualTo(CommandReply.fine("all is well\n"));
    assertThat(commands.handle("rules\n/a.yaml\n/b.yaml"))
        .isEqualTo(CommandReply.fine("all is well\n"));
    assertThat(commands.handle("rules\n/broken.yaml"))
        .isEqualTo(CommandReply.problem("broken.yaml has problems\n"));
    assertThat(controls.actions)
        .containsExactly(
            "/a b.yaml beside null", "/a.yaml beside /b.yaml", "/broken.yaml beside null");
  }

  @Test
  void returnsTheUrlOfTheConsole() {
    assertThat(commands.handle("console"))
        .isEqualTo(CommandReply.fine("http://127.0.0.1:9797/?token=t\n"));
    console = null;
    assertThat(commands.handle("console"))
        .isEqualTo(
            CommandReply.problem(
                "there is no console; `console: 9797` in the rules file opens one\n"));
  }

  @ParameterizedTest
  @CsvSource({"frobnicate", "mode", "peek", "''"})
  void unknownCommandsAreRejected(String request) {
    assertThat(commands.handle(request).fine()).isFalse();
    assertThat(controls.actions).isEmpty();
  }

  @Test
  void repliesCanBeWrittenAndRead() {
    assertThat(CommandReply.read(CommandReply.fine("a\nb\n").written()))
        .isEqualTo(CommandReply.fine("a\nb\n"));
    assertThat(CommandReply.read(CommandReply.problem("").written()))
        .isEqualTo(CommandReply.problem(""));
    assertThat(CommandReply.read("status")).isNull();
  }
}
