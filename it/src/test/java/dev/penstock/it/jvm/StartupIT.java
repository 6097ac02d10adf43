package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.IdleAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests start-up with the agent under normal and abnormal conditions. */
class StartupIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: header.X-API-Key | ip, rate: 1/week }
      """;

  /**
   * The first code that loads these classes decides about logging, JMX or file systems. That must
   * be the application.
   */
  private static final List<String> MUST_NOT_LOAD =
      List.of(
          "java.util.logging.",
          "javax.management.",
          "java.util.concurrent.ForkJoinWorker",
          "java.nio.file.",
          "sun.nio.fs.",
          "sun.security.jca.");

  /** Some hooks are for optional modules of the JDK. */
  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void startsOnAJavaWithoutTheHttpServerModule(TestTarget target) {
    var launch = Launch.on(target).rules(RULES).jvm("--limit-modules", "java.se,jdk.unsupported");
    try (var app = launch.start()) {
      assertThat(app.http().statuses(2, "/hello")).containsExactly(200, 429);
      app.stop();
      app.expectNoUnexpectedOutput();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void anInvalidFileStopsNothingAndLimitsNothing(TestTarget target) {
    String broken = RULES.replace("rate: 1/week", "rat: 1/week");
    try (var app = Launch.on(target).rules(broken).start()) {
      app.awaitStderr("penstock.yaml:3:55", "error", "rat");
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      assertThat(String.join("\n", app.stderr())).contains("did you mean `rate`?");
      assertThat(app.stdout()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void aSecondAgentWarnsAndDoesNothing(TestTarget target) {
    var twice = Launch.on(target).rules(RULES).agent(Artifacts.PENSTOCK_JAR.toString());
    try (var app = twice.start()) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 429, 429);
      app.stop();
      assertThat(app.stderr()).hasSize(2).allMatch(line -> line.startsWith("penstock: "));
      assertThat(app.stdout()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void classesThatTheApplicationMustLoadFirstAreNotLoaded(TestTarget target) throws IOException {
    var idle = Launch.on(target).withoutAgent();
    idle.agent(FixtureJar.of(IdleAgent.class, idle.folder()).toString());
    Set<String> bare = loadedBeforeMain(idle);
    Set<String> withAgent = loadedBeforeMain(Launch.on(target).rules(RULES));
    assertThat(withAgent).anyMatch(name -> name.startsWith("java.lang.Penstock"));
    assertThat(withAgent)
        .filteredOn(name -> !bare.contains(name))
        .filteredOn(name -> MUST_NOT_LOAD.stream().anyMatch(name::startsWith))
        .isEmpty();
  }

  private static Set<String> loadedBeforeMain(Launch launch) throws IOException {
    try (var app = launch.jvm("-Xlog:class+load:file=classes.log:none").start()) {
      Path log = app.folder().resolve("classes.log");
      Set<String> loaded =
          Files.readAllLines(log).stream()
              .map(line -> line.split(" ", 2)[0])
              .takeWhile(name -> !name.equals("demo.tomcat.DemoApp"))
              .collect(Collectors.toSet());
      assertThat(loaded).hasSizeGreaterThan(100);
      return loaded;
    }
  }
}
