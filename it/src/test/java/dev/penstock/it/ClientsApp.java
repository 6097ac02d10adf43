package dev.penstock.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** An application of test-apps/ that calls others. */
enum ClientsApp implements App {
  CLIENTS("clients", /* always= */ true),
  JERSEY_3("clients-jersey", /* always= */ true),
  RESTEASY_6("clients-resteasy", /* always= */ true),
  CXF_4("clients-cxf", /* always= */ true),
  OKHTTP_3("clients-okhttp3", /* always= */ false),
  OKHTTP_4("clients-okhttp4", /* always= */ false),
  JETTY_9("clients-jetty9", /* always= */ false),
  JETTY_11("clients-jetty11", /* always= */ false),
  REACTOR_NETTY_1_0("clients-reactor1.0", /* always= */ false),
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
