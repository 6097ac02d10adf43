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

  private static final String KEEPS_LOOKING =
      " Nothing is limited; Penstock checks twice a second and applies the rules as soon as it can"
          + " read them. ";

  @TempDir Path folder;
  private final RecordedLog log = new RecordedLog();
  private final List<RuleSets> inForce = new ArrayList<>();
  private final Set<File> stalled = new HashSet<>();

  @Test
  void aNamedDirectoryIsAWarningUntilAFileReplacesIt() throws IOException {
    Files.createDirectory(file());
    RulesWatcher watch = started(named("-Dpenstock.rules"));
    assertThat(said())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the system property"
                + " `penstock.rules`, is a directory, not a file."
                + KEEPS_LOOKING
                + "Correct the path or the mount: container runtimes create a directory if the file"
                + " to mount does not exist on the host.\n");
    look(watch, 3);
    assertThat(said().lines()).hasSize(1);
    assertThat(watch.reloads().lastWords()).contains("is a directory, not a file");
    Files.delete(file());
    Files.writeString(file(), RULES);
    look(watch, 2);
    assertThat(said()).endsWith("penstock: enforcing 1 rule from FOLDER/penstock.yaml\n");
  }

  @Test
  void theWarningAboutAMissingFileSaysWhatNamedIt() {
    started(named("PENSTOCK_RULES"));
    assertThat(said())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, does not exist."
                + KEEPS_LOOKING
                + "Create the file or correct the path.\n");
  }

  @Test
  void aChangeOfTheProblemIsAnotherWarning() throws IOException {
    RulesWatcher watch = started(named("PENSTOCK_RULES"));
    Files.createDirectory(file());
    look(watch, 3);
    assertThat(said().lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("does not exist"),
            line -> assertThat(line).contains("is a directory, not a file"));
  }

  @Test
  void aDirectoryInADefaultLocationIsAWarning() throws IOException {
    Files.createDirectory(file());
    started(defaultLocations());
    assertThat(said())
        .startsWith("penstock: warning: the rules file FOLDER/penstock.yaml is a directory, not a");
  }

  @Test
  void aDirectoryInAnEarlierLocationIsAWarning() throws IOException {
    Files.createDirectory(file());
    Files.createDirectory(folder.resolve("agent"));
    Files.writeString(folder.resolve("agent/penstock.yaml"), RULES);
    started(defaultLocations());
    assertThat(said())
        .isEqualTo(
            "penstock: warning: FOLDER/penstock.yaml is a directory, not a file and is ignored."
                + " Correct the path or the mount: container runtimes create a directory if the"
                + " file to mount does not exist on the host.\n"
                + "penstock: enforcing 1 rule from FOLDER/agent/penstock.yaml\n");
  }

  @Test
  void aMissingFileInTheDefaultLocationsIsNoWarning() {
    RulesWatcher watch = started(defaultLocations());
    look(watch, 3);
    assertThat(said())
        .startsWith("penstock: no rules file found, nothing is limited. Penstock checks");
    assertThat(said().lines()).hasSize(1);
  }

  @Test
  void aFileThatStallsAtStartLimitsNothingUntilItResponds() throws IOException {
    Files.writeString(file(), RULES);
    stalled.add(file().toFile());
    RulesWatcher watch = started(named("PENSTOCK_RULES"));
    assertThat(said())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, cannot be read (no answer)."
                + KEEPS_LOOKING
                + "Check the file system.\n");
    look(watch, 3);
    assertThat(inForce).isEmpty();
    stalled.clear();
    look(watch, 2);
    assertThat(inForce).hasSize(1);
  }

  @Test
  void noOtherFileReplacesOneThatStalls() throws IOException {
    Files.createDirectory(folder.resolve("agent"));
    Files.writeString(folder.resolve("agent/penstock.yaml"), RULES);
    stalled.add(file().toFile());
    RulesWatcher watch = started(defaultLocations());
    assertThat(inForce).isEmpty();
    Files.writeString(file(), RULES);
    stalled.clear();
    look(watch, 2);
    assertThat(watch.file()).isEqualTo(file().toFile());
  }

  @Test
  void rulesStayInForceWhileTheirFileStalls() throws IOException {
    Files.writeString(file(), RULES);
    RulesWatcher watch = started(named("PENSTOCK_RULES"));
    stalled.add(file().toFile());
    look(watch, 3);
    assertThat(watch.reloads().problems())
        .singleElement()
        .asString()
        .contains("cannot be read any more (no answer)");
    stalled.clear();
    look(watch, 3);
    assertThat(watch.reloads().problems()).isEmpty();
    assertThat(inForce).hasSize(1);
    assertThat(said())
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
    RulesWatcher watch = started(named("PENSTOCK_RULES"));
    stalled.add(next);
    look(watch, 3);
    assertThat(watch.rules().candidate()).isNotNull();
    stalled.clear();
    look(watch, 3);
    assertThat(inForce).hasSize(1);
    assertThat(said())
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
    RulesWatcher watch = started(named("PENSTOCK_RULES"));
    Files.delete(table);
    Files.createDirectory(table);
    look(watch, 3);
    assertThat(inForce).hasSize(1);
    assertThat(said())
        .contains("has problems; the last good rules stay in force")
        .contains("error: `plans.csv` cannot be read: this is a directory, not a file");
  }

  @Test
  void stateIsAvailableWhileAFileStalls() throws Exception {
    Files.writeString(file(), RULES);
    StallingFiles disk = new StallingFiles();
    RulesWatcher watch = watch(named("PENSTOCK_RULES"), disk);
    watch.start(FirstLoad.OPTIONAL);
    disk.stall(file().toFile());
    Thread looking = new Thread(watch::check);
    looking.start();
    while (disk.blocked() == 0) {
      Thread.onSpinWait();
    }
    assertThat(watch.file()).isEqualTo(file().toFile());
    assertThat(watch.rules().size()).isEqualTo(1);
    assertThat(watch.reloads().loaded()).isEqualTo(1);
    assertThat(watch.state()).startsWith("enforcing 1 rule from ");
    disk.recover(file().toFile());
    looking.join();
  }

  @Test
  void aStrictStartLogsThatTheApplicationIsNotStarted() throws IOException {
    RulesWatcher watch = watch(named("PENSTOCK_RULES"), this::read);
    watch.start(FirstLoad.REQUIRED);
    assertThat(said())
        .isEqualTo(
            "penstock: warning: the rules file FOLDER/penstock.yaml, named by the environment"
                + " variable `PENSTOCK_RULES`, does not exist. The application is not started."
                + " Create the file or correct the path.\n");
    assertThat(watch.hasLoaded()).isFalse();
    Files.writeString(file(), "version: 2\n");
    watch.start(FirstLoad.REQUIRED);
    assertThat(said()).contains("penstock.yaml has problems; the application is not started\n");
    assertThat(watch.hasLoaded()).isFalse();
    Files.writeString(file(), RULES);
    watch.start(FirstLoad.REQUIRED);
    assertThat(watch.hasLoaded()).isTrue();
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
    return places(properties, isVariable ? Map.of(by, file().toString()) : Map.of());
  }

  /** The working directory of the tests has no rules file; the first one is beside the app. */
  private RulesFileLocations defaultLocations() {
    Properties properties = new Properties();
    properties.setProperty("java.class.path", folder.resolve("app.jar").toString());
    return places(properties, Map.of());
  }

  private RulesFileLocations places(Properties properties, Map<String, String> environment) {
    File jar = folder.resolve("agent/penstock.jar").toFile();
    return RulesFileLocations.of(/* fromOption= */ null, properties, environment, jar);
  }

  private RulesWatcher started(RulesFileLocations places) {
    RulesWatcher watch = watch(places, this::read);
    watch.start(FirstLoad.OPTIONAL);
    return watch;
  }

  private RulesWatcher watch(RulesFileLocations places, FileSource files) {
    return new RulesWatcher(
        places, /* candidate= */ null, files, inForce::add, () -> "", log.log());
  }

  private static void look(RulesWatcher watch, int times) {
    for (int n = 0; n < times; n++) {
      watch.check();
    }
  }

  private Path file() {
    return folder.resolve("penstock.yaml");
  }

  private String said() {
    return log.text().replace(folder.toString(), "FOLDER");
  }
}
