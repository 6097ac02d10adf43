package dev.penstock.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

/** An application of test-apps/. */
enum TestApp implements App {
  JERSEY_3_TOMCAT("jersey-servlet", /* always= */ true),
  JERSEY_3_GRIZZLY("jersey-grizzly", /* always= */ true),
  RESTEASY_6_TOMCAT("resteasy-servlet", /* always= */ true),
  CXF_4_TOMCAT("cxf-servlet", /* always= */ true),
  WEBFLUX_BOOT_3("webflux", /* always= */ true),
  JDK_SERVER("jdk-server", /* always= */ true),
  VERTX_4("vertx", /* always= */ true),
  JERSEY_2_TOMCAT("jersey-servlet-javax", /* always= */ false),
  JERSEY_3_JDK("jersey-jdk", /* always= */ false),
  RESTEASY_4_TOMCAT("resteasy-servlet-javax", /* always= */ false),
  RESTEASY_6_JDK("resteasy-jdk", /* always= */ false),
  CXF_3_TOMCAT("cxf-servlet-javax", /* always= */ false),
  CXF_4_JETTY("cxf-jetty", /* always= */ false),
  WEBFLUX_BOOT_2("webflux-boot2", /* always= */ false),
  WEBFLUX_BOOT_4("webflux-boot4", /* always= */ false),
  VERTX_5("vertx5", /* always= */ false),
  JETTY_9("jetty-9", /* always= */ false),
  JETTY_11("jetty-11", /* always= */ false),
  JETTY_12("jetty-12", /* always= */ true),
  JETTY_12_EE8("jetty-12-ee8", /* always= */ false),
  TOMCAT_9("tomcat-9", /* always= */ false),
  TOMCAT_10_WAR("tomcat-10-war", /* always= */ false),
  TOMCAT_11("tomcat-11", /* always= */ false),
  UNDERTOW("undertow", /* always= */ true),
  UNDERTOW_JAVAX("undertow-javax", /* always= */ false),
  SPRING_BOOT_2("spring-boot-2", /* always= */ false),
  SPRING_BOOT_3("spring-boot-3", /* always= */ true),
  SPRING_BOOT_4("spring-boot-4", /* always= */ false),
  ;

  private final String module;
  private final boolean always;

  TestApp(String module, boolean always) {
    this.module = module;
    this.always = always;
  }

  /** Those of a test that this build has made: a few, or the whole matrix. */
  static Stream<Stage> built(Collection<TestApp> wanted) {
    return Jdk.all().stream()
        .flatMap(jdk -> wanted.stream().filter(TestApp::isBuilt).map(app -> new Stage(app, jdk)));
  }

  /** Those of them whose name begins like this. */
  static Stream<Stage> built(String prefix) {
    return built(Arrays.stream(values()).filter(app -> app.name().startsWith(prefix)).toList());
  }

  /** True if this build has made it. */
  boolean isBuilt() {
    return always || Matrix.FULL;
  }

  /** The folder of what the build has made of it. */
  Path target() {
    return Artifacts.TEST_APPS.resolve(module).resolve("target");
  }

  @Override
  public Path jar() {
    return target().resolve("app.jar");
  }
}
