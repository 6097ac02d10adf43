package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.Http;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent works with class data sharing archives and ahead-of-time caches. */
class ClassArchiveIT {
  private static final int FIRST_AOT_WITH_AGENTS = 25;
  private static final Duration TIME_TO_ARCHIVE = Duration.ofSeconds(60);

  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: ip, rate: 2/week }
        form: { match: POST /form, key: form.username, rate: 1/week }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void acceptsAClassDataSharingArchive(TestTarget target, @TempDir Path folder) throws IOException {
    expectClassDataSharing(target, folder);
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void acceptsAnAheadOfTimeCache(TestTarget target, @TempDir Path folder) throws IOException {
    expectAheadOfTimeCache(target, folder);
  }

  /** A JVM with an agent does not write this kind of archive, so the training run has no agent. */
  static void expectClassDataSharing(TestTarget target, Path folder) throws IOException {
    Path archive = folder.resolve("app.jsa");
    var training = Launch.on(target).withoutAgent().jvm("-XX:ArchiveClassesAtExit=" + archive);
    try (var app = training.start()) {
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      app.stopWithin(TIME_TO_ARCHIVE);
    }
    expectUse(target, archive, "-XX:SharedArchiveFile=" + archive);
  }

  static void expectAheadOfTimeCache(TestTarget target, Path folder) throws IOException {
    assumeTrue(
        target.jdk().feature() >= FIRST_AOT_WITH_AGENTS,
        () -> "SKIPPED: " + target.jdk() + " has no ahead-of-time cache that admits agents");
    Path cache = folder.resolve("app.aot");
    var training = Launch.on(target).rules(RULES).jvm("-XX:AOTCacheOutput=" + cache);
    try (var app = training.start()) {
      expectLimits(app.http());
      app.stopWithin(TIME_TO_ARCHIVE);
      assertThat(app.agentLines()).hasSize(1);
    }
    expectUse(target, cache, "-XX:AOTCache=" + cache);
  }

  private static void expectUse(TestTarget target, Path archive, String option) throws IOException {
    assertThat(archive).isNotEmptyFile();
    var launch = Launch.on(target).rules(RULES).jvm(option);
    try (var app = launch.jvm("-Xlog:class+load:file=classes.log:none").start()) {
      expectLimits(app.http());
      app.stop();
      assertThat(app.stderr()).isEqualTo(app.agentLines()).hasSize(1);
      // From JDK 25 on, the JVM prints that the default archive was made without an agent.
      assertThat(app.stdout()).filteredOn(line -> !line.contains("[cds]")).hasSize(1);
      List<String> loaded = Files.readAllLines(app.folder().resolve("classes.log"));
      assertThat(loaded)
          .filteredOn(line -> line.startsWith("org.apache.catalina."))
          .filteredOn(line -> line.contains("shared objects file"))
          .hasSizeGreaterThan(100);
    }
  }

  private static void expectLimits(Http http) {
    assertThat(http.statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
    assertThat(http.post("/form", "username=a&name=%E6%B0%B4").body()).isEqualTo("水\n");
    assertThat(http.post("/form", "username=a&name=b").statusCode()).isEqualTo(429);
  }
}
