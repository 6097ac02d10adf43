package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.CommandLine;
import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.LoggingMain;
import fixture.OwnLoaderMain;
import fixture.OwnLogManager;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the JVM uses the application's own log manager, as without the agent. */
class LogManagerIT {
  private static final String LOG_MANAGER_OPTION =
      "-Djava.util.logging.manager=fixture.OwnLogManager";

  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 1/week }
      """;

  static Stream<Jdk> jdks() {
    return Jdk.tested().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void isUsedFromTheClassPath(Jdk jdk, @TempDir Path folder) throws IOException {
    String classPath =
        FixtureJar.of(LoggingMain.class, folder)
            + File.pathSeparator
            + FixtureJar.of(OwnLogManager.class, folder);
    expectOwnManager(
        "AppClassLoader", run(jdk, folder, "-cp", classPath, "fixture.LoggingMain").lines());
  }

  /**
   * If the agent used java.util.logging before the application starts, the JVM would not find it.
   */
  @ParameterizedTest
  @MethodSource("jdks")
  void isUsedFromTheApplicationsOwnClassLoader(Jdk jdk, @TempDir Path folder) throws IOException {
    String program = FixtureJar.of(LoggingMain.class, folder).toString();
    String manager = FixtureJar.of(OwnLogManager.class, folder).toString();
    String main = FixtureJar.of(OwnLoaderMain.class, folder).toString();
    expectOwnManager(
        "URLClassLoader",
        run(
                jdk,
                folder,
                "-cp",
                main,
                "fixture.OwnLoaderMain",
                "fixture.LoggingMain",
                program,
                manager)
            .lines());
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#onEachJdk")
  void isUsedWithAServer(TestTarget target) {
    var launch = Launch.on(target).rules(RULES).jvm(LOG_MANAGER_OPTION);
    Path manager = FixtureJar.of(OwnLogManager.class, launch.folder());
    String classPath = target.app().jar() + File.pathSeparator + manager;
    launch.program("-cp", classPath, "demo.tomcat.DemoApp");
    try (var app = launch.start()) {
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 429, 429);
      app.stop();
      assertThat(app.stdout()).hasSize(2).first().isEqualTo("managed by AppClassLoader");
      assertThat(app.agentLines()).hasSize(1).isEqualTo(app.stderr());
    }
  }

  private static void expectOwnManager(String loader, List<String> lines) {
    assertThat(lines).hasSize(4).first().asString().startsWith("penstock: enforcing 1 rule");
    assertThat(lines.subList(1, 4))
        .containsExactly(
            "managed by " + loader, "shop.cart says hello", "shop.till says hello as well");
  }

  private static CommandLine.Ended run(Jdk jdk, Path folder, String... program) throws IOException {
    Files.writeString(folder.resolve("penstock.yaml"), RULES);
    List<String> command = new ArrayList<>();
    command.add(jdk.tool("java").toString());
    command.add("-javaagent:" + Artifacts.PENSTOCK_JAR);
    command.add(LOG_MANAGER_OPTION);
    command.addAll(List.of(program));
    return CommandLine.of(command.toArray(String[]::new)).run(folder);
  }
}
