package dev.penstock.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** An application of test-apps/. */
enum TestApp implements App {
  JERSEY_3_TOMCAT("jersey-servlet", true),
  JERSEY_3_GRIZZLY("jersey-grizzly", true),
  RESTEASY_6_TOMCAT("resteasy-servlet", true),
  CXF_4_TOMCAT("cxf-servlet", true),
  WEBFLUX_BOOT_3("webflux", true),
  JDK_SERVER("jdk-server", true),
  VERTX_4("vertx", true),
  JERSEY_2_TOMCAT("jersey-servlet-javax", false),
  JERSEY_3_JDK("jersey-jdk", false),
  RESTEASY_4_TOMCAT("resteasy-servlet-javax", false),
  RESTEASY_6_JDK("resteasy-jdk", false),
  CXF_3_TOMCAT("cxf-servlet-javax", false),
  CXF_4_JETTY("cxf-jetty", false),
  WEBFLUX_BOOT_2("webflux-boot2", false),
  WEBFLUX_BOOT_4("webflux-boot4", false),
  VERTX_5("vertx5", false);

  private final String module;
  private final boolean always;

  TestApp(String module, boolean always) {
    this.module = module;
    this.always = always;
  }

  /** Those that this build has made: a few, or the whole matrix. */
  static Stream<TestApp> built() {
    boolean matrix = Boolean.getBoolean("penstock.matrix");
    return Arrays.stream(values()).filter(app -> matrix || app.isAlways());
  }

  /** Those of them whose name begins like this, on every Java of this machine. */
  static Stream<Stage> stages(String prefix) {
    return Jdk.all().stream()
        .flatMap(
            jdk ->
                built()
                    .filter(app -> app.name().startsWith(prefix))
                    .map(app -> new Stage(app, jdk)));
  }

  /** True if it is in every build; the others are in the whole matrix alone. */
  boolean isAlways() {
    return always;
  }

  @Override
  public Path jar() {
    return Artifacts.TEST_APPS.resolve(module).resolve("target").resolve("app.jar");
  }
}
