package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.text.RegularFile;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesWatcherTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final List<RuleSets> inForce = new ArrayList<>();

  @Test
  void logsTheRulesInForceAtStart() throws IOException {
    write(rule("api", "5/min"));
    started();
    assertThat(logged()).isEqualTo("penstock: enforcing 1 rule from FOLDER/penstock.yaml\n");
    assertThat(inForce).hasSize(1);
  }

  @Test
  void logsWhereItSearchedAndLoadsAFileThatAppearsLater() throws IOException {
    RulesWatcher watcher = started();
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the agent argument,"
                + " does not exist. Nothing is limited; Penstock checks twice a second and applies"
                + " the rules as soon as it can read them. Create the file or correct the path.\n");
    write(rule("api", "5/min"));
    checkTwice(watcher);
    assertThat(logged()).endsWith("penstock: enforcing 1 rule from FOLDER/penstock.yaml\n");
    assertThat(inForce).hasSize(1);
  }

  @Test
  void switchesToAnotherFile() throws IOException {
    write(rule("api", "5/min"));
    RulesWatcher watcher = started();
    Path other = Files.writeString(folder.resolve("other.yaml"), rule("api", "6/min"));
    assertThat(watcher.switchTo(other.toFile(), /* newCandidate= */ null)).isNull();
    assertThat(inForce).hasSize(2);
    assertThat(watcher.file()).isEqualTo(other.toFile());
    // From now on, the watcher loads this file and not the previous one.
    write(rule("api", "7/min"));
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
    Files.writeString(other, rule("api", "8/min"));
    checkTwice(watcher);
    assertThat(inForce).hasSize(3);
  }

  @Test
  void keepsTheOldFileIfTheOtherFileHasProblems() throws IOException {
    write(rule("api", "5/min"));
    RulesWatcher watcher = started();
    Path other = Files.writeString(folder.resolve("other.yaml"), rule("api", "6/minuts"));
    assertThat(watcher.switchTo(other.toFile(), /* newCandidate= */ null))
        .startsWith(other + " has problems, nothing has changed")
        .contains("unknown unit `minuts`");
    write(rule("api", "7/min"));
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
    assertThat(watcher.file()).hasName("penstock.yaml");
  }

  @Test
  void loadsAChangeOnlyWhenTwoChecksInARowHaveSeenIt() throws IOException {
    write(rule("api", "5/min"));
    RulesWatcher watcher = started();
    write("version: 1\ninbound:\n  api:\n");
    watcher.check();
    write(rule("api", "6/min"));
    watcher.check();
    assertThat(inForce).hasSize(1);
    watcher.check();
    assertThat(inForce).hasSize(2);
    assertThat(logged()).doesNotContain("problem");
  }

  @Test
  void logsWhatWasAddedChangedAndRemoved() throws IOException {
    write(rule("api", "5/min") + rule("old", "1/s").substring("version: 1\ninbound:\n".length()));
    RulesWatcher watcher = started();
    write(rule("api", "6/min") + rule("new", "1/s").substring("version: 1\ninbound:\n".length()));
    checkTwice(watcher);
    assertThat(logged())
        .endsWith(
            "penstock: reloaded FOLDER/penstock.yaml:"
                + " changed api (5/min by ip on [/**] -> 6/min by ip on [/**]),"
                + " added new (1/s by ip on [/**]), removed old\n");
  }

  @Test
  void keepsTheLastGoodRulesWhenTheFileHasProblems() throws IOException {
    write(rule("api", "5/min"));
    RulesWatcher watcher = started();
    write(rule("api", "5/minuts"));
    for (int looks = 0; looks < 5; looks++) {
      watcher.check();
    }
    assertThat(inForce).hasSize(1);
    assertThat(logged())
        .containsOnlyOnce("has problems; the last good rules stay in force")
        .contains("penstock.yaml:6:13: error: unknown unit `minuts`");
  }

  @Test
  void limitsNothingWhenTheFileHasProblemsAtStart() throws IOException {
    write("version: 2\n");
    started();
    assertThat(inForce).isEmpty();
    assertThat(logged())
        .contains("has problems; nothing is limited")
        .contains("penstock.yaml:1:10");
  }

  @Test
  void keepsTheLastRulesWhenTheFileIsDeleted() throws IOException {
    write(rule("api", "5/min"));
    RulesWatcher watcher = started();
    Files.delete(file());
    checkTwice(watcher);
    assertThat(logged()).containsOnlyOnce("(there is no such file); its last rules stay in force");
    write(rule("api", "6/min"));
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
  }

  @Test
  void followsASymbolicLinkThatIsSwapped() throws IOException {
    Path first = Files.writeString(folder.resolve("first"), rule("api", "5/min"));
    Path second = Files.writeString(folder.resolve("second"), rule("api", "6/min"));
    Files.setLastModifiedTime(second, Files.getLastModifiedTime(first));
    Files.createSymbolicLink(file(), first);
    RulesWatcher watcher = started();
    Path link = Files.createSymbolicLink(folder.resolve("link"), second);
    Files.move(link, file(), StandardCopyOption.REPLACE_EXISTING);
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
  }

  @Test
  void loadsAChangeOfTheTableOfPlans() throws IOException {
    Files.writeString(folder.resolve("plans.csv"), "k1,free\n");
    write(
        """
        version: 1
        plans: { from: header.X-API-Key, table: plans.csv, default: free }
        inbound:
          api:
            match: /**
            key: header.X-API-Key
            rate: { free: 1/min, pro: 9/min }
        """);
    RulesWatcher watcher = started();
    checkTwice(watcher);
    assertThat(inForce).hasSize(1);
    Files.writeString(folder.resolve("plans.csv"), "k1,pro\n");
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
    assertThat(logged()).endsWith("penstock: reloaded FOLDER/penstock.yaml: changed settings\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a | algorithm: fixed-window
          a | burst: 9
          a | cost: 2
          a | mode: shadow
          a | enforce: 5%
          a | count: { status: 401 }
          a | response: { status: 503 }
          a | on-missing-key: deny
          """)
  void logsWhichRuleHasChangedForAnySetting(String name, String setting) throws IOException {
    String rule = "version: 1\ninbound:\n  a:\n    match: /**\n    key: user\n    rate: 5/min\n";
    write(rule);
    RulesWatcher watcher = started();
    write(rule + "    " + setting + "\n");
    checkTwice(watcher);
    assertThat(logged())
        .endsWith("penstock: reloaded FOLDER/penstock.yaml: changed " + name + "\n");
  }

  @Test
  void countsOutboundRulesAsWell() throws IOException {
    write(rule("api", "5/min") + "outbound:\n  pay: { match: https://pay.org/**, rate: 5/s }\n");
    started();
    assertThat(logged()).isEqualTo("penstock: enforcing 2 rules from FOLDER/penstock.yaml\n");
    assertThat(inForce.get(0).inbound().rules()).extracting("name").containsExactly("api");
    assertThat(inForce.get(0).outbound().rules()).extracting("name").containsExactly("pay");
  }

  @Test
  void keepsEnforcingIfTheCandidateHasProblems() throws IOException {
    write("shadow: next.yaml\n" + rule("api", "5/min"));
    RulesWatcher watcher = started();
    assertThat(inForce).hasSize(1);
    assertThat(logged())
        .isEqualTo(
            """
            penstock: enforcing 1 rule from FOLDER/penstock.yaml
            penstock: warning: the candidate has problems; nothing is compared with it
            FOLDER/next.yaml: error: there is no such file
              = help: the path of a candidate is relative to the folder of the rules file
            """);
    Files.writeString(folder.resolve("next.yaml"), rule("api", "6/min"));
    checkTwice(watcher);
    assertThat(inForce).hasSize(2);
    assertThat(logged())
        .endsWith("penstock: reloaded FOLDER/penstock.yaml: candidate next.yaml added\n");
  }

  @Test
  void comparesWithTheCandidateOfTheAgentOption() throws IOException {
    Path next = Files.writeString(folder.resolve("next.yaml"), rule("api", "6/min"));
    write(rule("api", "5/min"));
    RulesWatcher watcher = started(next.toString());
    assertThat(inForce.get(0).candidate()).isNotNull();
    Files.writeString(next, rule("api", "7/min"));
    checkTwice(watcher);
    assertThat(logged()).contains("candidate FOLDER/next.yaml changed (changed api (6/min by ip");
  }

  private static void checkTwice(RulesWatcher watcher) {
    watcher.check();
    watcher.check();
  }

  private static String rule(String name, String rate) {
    return """
    version: 1
    inbound:
      %s:
        match: /**
        key: ip
        rate: %s
    """
        .formatted(name, rate);
  }

  private RulesWatcher started() {
    return started(/* candidate= */ null);
  }

  private RulesWatcher started(@Nullable String candidate) {
    AgentLog log =
        new AgentLog(
            new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
            /* debugging= */ false,
            System::nanoTime);
    RulesFileLocations locations =
        RulesFileLocations.of(file().toString(), new Properties(), Map.of(), new File("x.jar"));
    RulesWatcher watcher =
        new RulesWatcher(locations, candidate, RegularFile::read, inForce::add, () -> "", log);
    watcher.start(FirstLoad.OPTIONAL);
    return watcher;
  }

  private Path file() {
    return folder.resolve("penstock.yaml");
  }

  private void write(String rules) throws IOException {
    Files.writeString(file(), rules);
  }

  private String logged() {
    return logged
        .toString(StandardCharsets.UTF_8)
        .replace(folder.toString(), "FOLDER")
        .replace(System.lineSeparator(), "\n");
  }
}
