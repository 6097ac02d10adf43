package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the rules are looked for, and which place comes first. */
class DiscoveryIT {
  /*
   * One JVM after the other, each with one place less. The rate is the number of the place, so the
   * answer's RateLimit-Limit field tells which file was read.
   */
  private static final int PLACES = 6;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void theFirstPlaceThatHasAFileCounts(Stage stage) throws IOException {
    for (int first = 1; first <= PLACES; first++) {
      assertThat(placeFound(stage, first, /* option= */ "=")).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void theArgumentMayBeNamed(Stage stage) throws IOException {
    assertThat(placeFound(stage, 1, /* option= */ "=rules=")).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#onEachJdk")
  void aPlaceThatIsNamedIsTheOnlyOne(Stage stage) {
    var launch = Launch.on(stage).rules(rules(1)).jvm("-Dpenstock.rules=typo.yml");
    try (var app = launch.start()) {
      assertThat(app.http().statuses(2, "/hello")).containsOnly(200);
      app.stop();
      app.expectCalm();
      assertThat(app.stderr().get(0)).contains("typo.yml");
    }
  }

  private static int placeFound(Stage stage, int first, String option) throws IOException {
    var launch = Launch.on(stage).withoutAgent();
    Path app = copy(stage.app().jar(), launch.folder().resolve("the app"));
    Files.createSymbolicLink(app.resolveSibling("lib"), stage.app().jar().resolveSibling("lib"));
    Path agent = copy(Artifacts.PENSTOCK_JAR, launch.folder().resolve("the agent, 100% Jürgen's"));
    launch.program("-jar", app.toString());
    launch.agent(agent + (first <= 1 ? option + launch.folder().resolve("argument.yml") : ""));
    if (first <= 1) {
      launch.file("argument.yml", rules(1));
    }
    if (first <= 2) {
      launch.file("property.yml", rules(2)).jvm("-Dpenstock.rules=property.yml");
    }
    if (first <= 3) {
      launch.file("variable.yml", rules(3)).environment("PENSTOCK_RULES", "variable.yml");
    }
    if (first <= 4) {
      launch.rules(rules(4));
    }
    if (first <= 5) {
      launch.file("the app/penstock.yaml", rules(5));
    }
    launch.file("the agent, 100% Jürgen's/penstock.yaml", rules(6));
    try (var running = launch.start()) {
      var limit = running.http().get("/hello").headers().firstValue("RateLimit-Limit");
      running.stop();
      running.expectCalm();
      return limit.map(Integer::parseInt).orElse(0);
    }
  }

  private static String rules(int place) {
    return """
        version: 1
        inbound:
          hello: { match: /hello, rate: %d/week }
        """
        .formatted(place);
  }

  private static Path copy(Path jar, Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.copy(jar, folder.resolve(jar.getFileName()));
  }
}
