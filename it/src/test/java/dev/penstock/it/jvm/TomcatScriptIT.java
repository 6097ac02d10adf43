package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.Artifacts;
import dev.penstock.it.harness.apps.Jdk;
import dev.penstock.it.harness.apps.ServerTestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a Tomcat distribution whose own script starts the agent through CATALINA_OPTS. */
class TomcatScriptIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  static List<Jdk> jdks() {
    return Jdk.tested();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void catalinaOptsLoadsTheAgent(Jdk jdk) throws IOException {
    assumeTrue(ServerTestApp.TOMCAT_10_WAR.isBuilt(), "only the full matrix has the distribution");
    Path folder = Files.createTempDirectory("penstock-it").toRealPath();
    Files.writeString(folder.resolve("penstock.yaml"), RULES);
    Path built = ServerTestApp.TOMCAT_10_WAR.folder();
    String agent = "-javaagent:" + Artifacts.PENSTOCK_JAR;
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", jdk.home().toString(),
            "CATALINA_HOME", built.resolve("home").toString(),
            "CATALINA_BASE", built.resolve("base").toString(),
            "CATALINA_TMPDIR", folder.toString(),
            "CATALINA_OPTS", agent + " -Ddemo.exit-with-stdin=true -XX:+UseSerialGC");
    List<String> command = List.of("sh", built.resolve("home/bin/catalina.sh").toString(), "run");
    try (var app = RunningApp.start("catalina.sh on " + jdk, command, environment, folder)) {
      assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      app.stop();
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing 1 rule");
      // The script and Java also write to stderr.
      assertThat(app.stderr())
          .allMatch(line -> line.startsWith("penstock: ") || isWrittenByJava(line));
    }
  }

  /** True for {@code NOTE: Picked up JDK_JAVA_OPTIONS}, which Java writes because of the script. */
  private static boolean isWrittenByJava(String line) {
    return line.startsWith("NOTE: ");
  }
}
