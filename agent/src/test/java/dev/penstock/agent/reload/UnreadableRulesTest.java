package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.agent.StallingFiles;
import dev.penstock.log.RecordedLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.RegularFile;
import dev.penstock.rules.config.text.UnreadableFileException;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rules files that are missing, are not regular files, or do not respond. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnreadableRulesTest {
  private static final String RULES =
      """
      version: 1
      inbound:
        api: { match: /**, key: ip, rate: 5/min }
      """;

  private static final String NOTHING_LIMITED =
      " Nothing is limited; Penstock checks twice a second and applies the rules as soon as it can"
          + " read them. ";

  @TempDir Path folder;
  private final RecordedLog log = new RecordedLog();
  private final List<RuleSets> inForce = new ArrayList<>();
  private final Set<File> stalled = new HashSet<>();

  @Test
  void aNamedDirectoryIsAWarningUntilAFileReplacesIt() throws IOException {
    Files.createDirectory(file());
    RulesWatcher watcher = started(named("-Dpenstock.rules"));
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the system property"
                + " `penstock.rules`, is a directory, not a file."
                + NOTHING_LIMITED
                + "Correct the path or the mount: container runtimes create a directory if the file"
                + " to mount does not exist on the host.\n");
    check(watcher, 3);
    assertThat(logged().lines()).hasSize(1);
    assertThat(watcher.reloads().lastWords()).contains("is a directory, not a file");
    Files.delete(file());
    Files.writeString(file(), RULES);
    check(watcher, 2);
    assertThat(logged()).endsWith("penstock: enforcing 1 rule from FOLDER/penstock.yaml\n");
  }

  @Test
  void theWarningAboutAMissingFileSaysWhatNamedIt() {
    started(named("PENSTOCK_RULES"));
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, does not exist."
                + NOTHING_LIMITED
                + "Create the file or correct the path.\n");
  }

  @Test
  void aChangeOfTheProblemIsAnotherWarning() throws IOException {
    RulesWatcher watcher = started(named("PENSTOCK_RULES"));
    Files.createDirectory(file());
    check(watcher, 3);
    assertThat(logged().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("does not exist"),
            line -> assertThat(line).contains("is a directory, not a file"));
  }

  @Test
  void aDirectoryInADefaultLocationIsAWarning() throws IOException {
    Files.createDirectory(file());
    started(defaultLocations());
    assertThat(logged())
        .startsWith("penstock: warning: the rules file FOLDER/penstock.yaml is a directory, not a");
  }

  @Test
  void aDirectoryInAnEarlierLocationIsAWarning() throws IOException {
    Files.createDirectory(file());
    Files.createDirectory(folder.resolve("agent"));
    Files.writeString(folder.resolve("agent/penstock.yaml"), RULES);
    started(defaultLocations());
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: FOLDER/penstock.yaml is a directory, not a file and is ignored."
                + " Correct the path or the mount: container runtimes create a directory if the"
                + " file to mount does not exist on the host.\n"
                + "penstock: enforcing 1 rule from FOLDER/agent/penstock.yaml\n");
  }

  @Test
  void aMissingFileInTheDefaultLocationsIsNoWarning() {
    RulesWatcher watcher = started(defaultLocations());
    check(watcher, 3);
    assertThat(logged())
        .startsWith("penstock: no rules file found, nothing is limited. Penstock checks");
    assertThat(logged().lines()).hasSize(1);
  }

  @Test
  void aFileThatStallsAtStartLimitsNothingUntilItResponds() throws IOException {
    Files.writeString(file(), RULES);
    stalled.add(file().toFile());
    RulesWatcher watcher = started(named("PENSTOCK_RULES"));
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, cannot be read (no answer)."
                + NOTHING_LIMITED
                + "Check the file system.\n");
    check(watcher, 3);
    assertThat(inForce).isEmpty();
    stalled.clear();
    check(watcher, 2);
    assertThat(inForce).hasSize(1);
  }

  @Test
  void noOtherFileReplacesOneThatStalls() throws IOException {
    Files.createDirectory(folder.resolve("agent"));
    Files.writeString(folder.resolve("agent/penstock.yaml"), RULES);
    stalled.add(file().toFile());
    RulesWatcher watcher = started(defaultLocations());
    assertThat(inForce).isEmpty();
    Files.writeString(file(), RULES);
    stalled.clear();
    check(watcher, 2);
    assertThat(watcher.file()).isEqualTo(file().toFile());
  }

  @Test
  void rulesStayInForceWhileTheirFileStalls() throws IOException {
    Files.writeString(file(), RULES);
    RulesWatcher watcher = started(named("PENSTOCK_RULES"));
    stalled.add(file().toFile());
    check(watcher, 3);
    assertThat(watcher.reloads().problems())
        .singleElement()
        .asString()
        .contains("cannot be read any more (no answer)");
    stalled.clear();
    check(watcher, 3);
    assertThat(watcher.reloads().problems()).isEmpty();
    assertThat(inForce).hasSize(1);
    assertThat(logged())
        .isEqualTo(
            """
            penstock: enforcing 1 rule from FOLDER/penstock.yaml
            penstock: warning: FOLDER/penstock.yaml cannot be read any more (no answer); its last\
             rules stay in force
            penstock: FOLDER/penstock.yaml can be read again; its rules have not changed
            """);
  }

  @Test
  void rulesAndComparisonContinueWhileTheCandidateStalls() throws IOException {
    File next = Files.writeString(folder.resolve("next.yaml"), RULES).toFile();
    Files.writeString(file(), "shadow: next.yaml\n" + RULES);
    RulesWatcher watcher = started(named("PENSTOCK_RULES"));
    stalled.add(next);
    check(watcher, 3);
    assertThat(watcher.rules().candidate()).isNotNull();
    stalled.clear();
    check(watcher, 3);
    assertThat(inForce).hasSize(1);
    assertThat(logged())
        .contains("warning: FOLDER/next.yaml cannot be read (no answer); its last rules stay in");
  }

  @Test
  void aTableOfPlansThatIsADirectoryDoesNotReplaceGoodRules() throws IOException {
    Path table = Files.writeString(folder.resolve("plans.csv"), "k1,free\n");
    Files.writeString(
        file(),
        """
        version: 1
        plans: { from: header.X-API-Key, table: plans.csv, default: free }
        inbound:
          api: { match: /**, key: ip, rate: { free: 1/min } }
        """);
    RulesWatcher watcher = started(named("PENSTOCK_RULES"));
    Files.delete(table);
    Files.createDirectory(table);
    check(watcher, 3);
    assertThat(inForce).hasSize(1);
    assertThat(logged())
        .contains("has problems; the last good rules stay in force")
        .contains("error: `plans.csv` cannot be read: this is a directory, not a file");
  }

  @Test
  void stateIsAvailableWhileAFileStalls() throws Exception {
    Files.writeString(file(), RULES);
    StallingFiles disk = new StallingFiles();
    RulesWatcher watcher = watcher(named("PENSTOCK_RULES"), disk);
    watcher.start(FirstLoad.OPTIONAL);
    disk.stall(file().toFile());
    Thread checking = new Thread(watcher::check);
    checking.start();
    while (disk.blocked() == 0) {
      Thread.onSpinWait();
    }
    assertThat(watcher.file()).isEqualTo(file().toFile());
    assertThat(watcher.rules().size()).isEqualTo(1);
    assertThat(watcher.reloads().loaded()).isEqualTo(1);
    assertThat(watcher.state()).startsWith("enforcing 1 rule from ");
    disk.recover(file().toFile());
    checking.join();
  }

  @Test
  void aStrictStartLogsThatTheApplicationDoesNotStart() throws IOException {
    RulesWatcher watcher = watcher(named("PENSTOCK_RULES"), this::read);
    watcher.start(FirstLoad.REQUIRED);
    assertThat(logged())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, does not exist. The application is not started."
                + " Create the file or correct the path.\n");
    assertThat(watcher.hasLoaded()).isFalse();
    Files.writeString(file(), "version: 2\n");
    watcher.start(FirstLoad.REQUIRED);
    assertThat(logged()).contains("penstock.yaml has problems; the application is not started\n");
    assertThat(watcher.hasLoaded()).isFalse();
    Files.writeString(file(), RULES);
    watcher.start(FirstLoad.REQUIRED);
    assertThat(watcher.hasLoaded()).isTrue();
  }

  private byte[] read(File from) throws IOException {
    if (stalled.contains(from)) {
      throw new UnreadableFileException(Reason.STALLED, "no answer");
    }
    return RegularFile.read(from);
  }

  private RulesFileLocations named(String by) {
    Properties properties = new Properties();
    boolean isVariable = by.equals("PENSTOCK_RULES");
    if (!isVariable) {
      properties.setProperty("penstock.rules", file().toString());
    }
    return locations(properties, isVariable ? Map.of(by, file().toString()) : Map.of());
  }

  /** The working directory of the tests has no rules file; the first one is beside the app. */
  private RulesFileLocations defaultLocations() {
    Properties properties = new Properties();
    properties.setProperty("java.class.path", folder.resolve("app.jar").toString());
    return locations(properties, Map.of());
  }

  private RulesFileLocations locations(Properties properties, Map<String, String> environment) {
    File jar = folder.resolve("agent/penstock.jar").toFile();
    return RulesFileLocations.of(/* fromOption= */ null, properties, environment, jar);
  }

  private RulesWatcher started(RulesFileLocations locations) {
    RulesWatcher watcher = watcher(locations, this::read);
    watcher.start(FirstLoad.OPTIONAL);
    return watcher;
  }

  private RulesWatcher watcher(RulesFileLocations locations, FileSource files) {
    return new RulesWatcher(
        locations, /* candidate= */ null, files, inForce::add, () -> "", log.log());
  }

  private static void check(RulesWatcher watcher, int times) {
    for (int n = 0; n < times; n++) {
      watcher.check();
    }
  }

  private Path file() {
    return folder.resolve("penstock.yaml");
  }

  private String logged() {
    return log.text().replace(folder.toString(), "FOLDER");
  }
}
