package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestApp;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.FelixMain;
import fixture.ServerBundle;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.felix.framework.Felix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application that carries its server in an OSGi bundle is limited. */
class FelixIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
        form: { match: POST /form, key: form.username, rate: 1/week }
        later: { match: /async/**, rate: 1/week, concurrency: 5 }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void requestsAreLimited(TestTarget target) throws IOException, URISyntaxException {
    var launch = Launch.on(target).rules(RULES);
    Path main = FixtureJar.of(FelixMain.class, launch.folder());
    String classPath = main + File.pathSeparator + felix();
    String bundle = bundle(target.app(), launch.folder()).toString();
    launch.program("-cp", classPath, "fixture.FelixMain", bundle);
    try (var app = launch.start()) {
      assertThat(app.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      assertThat(app.http().post("/form", "username=a&name=%E6%B0%B4").body()).isEqualTo("水\n");
      assertThat(app.http().post("/form", "username=a&name=b").statusCode()).isEqualTo(429);
      assertThat(app.http().statuses(2, "/async/complete")).containsExactly(200, 429);
      app.stop();
      // The JVM warns about Felix and Tomcat about the bundle, also without the agent.
      assertThat(app.agentLines()).singleElement().asString().contains("enforcing 3 rules");
    }
  }

  private static Path felix() throws URISyntaxException {
    return Path.of(Felix.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** The bundle imports only packages of the JDK and of OSGi. */
  private static Path bundle(TestApp app, Path folder) throws IOException {
    List<Path> inside;
    try (var libraries = Files.list(app.jar().resolveSibling("lib"))) {
      inside = Stream.concat(Stream.of(app.jar()), libraries.sorted()).toList();
    }
    String classPath =
        inside.stream().map(jar -> jar.getFileName().toString()).collect(Collectors.joining(","));
    return FixtureJar.of(
        ServerBundle.class,
        folder,
        Map.of(
            "Bundle-ManifestVersion", "2",
            "Bundle-SymbolicName", "fixture.server",
            "Bundle-Activator", "fixture.ServerBundle",
            "Bundle-ClassPath", ".," + classPath,
            "Import-Package", "org.osgi.framework",
            "DynamicImport-Package", "javax.*,org.ietf.*,org.w3c.*,org.xml.*"),
        inside);
  }
}
