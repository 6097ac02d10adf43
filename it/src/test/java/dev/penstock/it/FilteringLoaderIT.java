package dev.penstock.it;

import static org.assertj.core.api.Assertions.assertThat;

import fixture.JavaOnlyMain;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An application whose class loader asks nobody above it for anything but the JDK is limited. */
class FilteringLoaderIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, rate: 2/week }
      """;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.Stage#one")
  void requestsAreLimited(Stage stage) {
    var launch = Launch.on(stage).rules(RULES);
    Path fixture = FixtureJar.of(JavaOnlyMain.class, launch.folder());
    String app = stage.app().jar().toString();
    launch.program("-cp", fixture.toString(), "fixture.JavaOnlyMain", "demo.tomcat.DemoApp", app);
    try (var filtered = launch.start()) {
      assertThat(filtered.http().statuses(4, "/hello")).containsExactly(200, 200, 429, 429);
      filtered.stop();
      filtered.expectCalm();
    }
  }
}
