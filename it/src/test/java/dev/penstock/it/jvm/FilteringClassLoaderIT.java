package dev.penstock.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.FixtureJar;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.apps.TestTarget;
import fixture.JavaOnlyMain;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application whose class loader delegates only JDK classes to its parent is limited. */
class FilteringClassLoaderIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void requestsAreLimited(TestTarget target) {
    var launch = Launch.on(target).rules(RULES);
    Path fixture = FixtureJar.of(JavaOnlyMain.class, launch.folder());
    String app = target.app().jar().toString();
    launch.program("-cp", fixture.toString(), "fixture.JavaOnlyMain", "demo.tomcat.DemoApp", app);
    try (var filtered = launch.start()) {
      assertThat(filtered.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      filtered.stop();
      filtered.expectNoUnexpectedOutput();
    }
  }
}
