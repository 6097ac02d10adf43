package dev.penstock.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** An application of test-apps/ that calls others. */
enum ClientsApp implements App {
  CLIENTS("clients", /* always= */ true),
  ;

  private final String module;
  private final boolean always;

  ClientsApp(String module, boolean always) {
    this.module = module;
    this.always = always;
  }

  /** Those that this build has made, on every Java of this machine. */
  static Stream<Stage> built() {
    return Jdk.all().stream()
        .flatMap(
            jdk ->
                Arrays.stream(values())
                    .filter(app -> app.always || Matrix.FULL)
                    .map(app -> new Stage(app, jdk)));
  }

  @Override
  public Path jar() {
    return Artifacts.TEST_APPS.resolve(module).resolve("target").resolve("app.jar");
  }
}
