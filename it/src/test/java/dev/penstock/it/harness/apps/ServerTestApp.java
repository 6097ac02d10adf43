package dev.penstock.it.harness.apps;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

/** A server or framework of {@code it/apps}. */
public enum ServerTestApp implements TestApp {
  JERSEY_3_TOMCAT("jersey-servlet", "jersey-server", /* always= */ true),
  JERSEY_3_GRIZZLY("jersey-grizzly", "grizzly-http-server", /* always= */ true),
  RESTEASY_6_TOMCAT("resteasy-servlet", "resteasy-core", /* always= */ true),
  CXF_4_TOMCAT("cxf-servlet", "cxf-rt-frontend-jaxrs", /* always= */ true),
  WEBFLUX_BOOT_3("webflux", "spring-boot", /* always= */ true),
  JDK_SERVER("jdk-server", "", /* always= */ true),
  VERTX_4("vertx", "vertx-core", /* always= */ true),
  JERSEY_2_TOMCAT("jersey-servlet-javax", "jersey-server", /* always= */ false),
  JERSEY_3_JDK("jersey-jdk", "jersey-server", /* always= */ false),
  RESTEASY_4_TOMCAT("resteasy-servlet-javax", "resteasy-core", /* always= */ false),
  RESTEASY_6_JDK("resteasy-jdk", "resteasy-jdk-http", /* always= */ false),
  CXF_3_TOMCAT("cxf-servlet-javax", "cxf-rt-frontend-jaxrs", /* always= */ false),
  CXF_4_JETTY("cxf-jetty", "cxf-rt-frontend-jaxrs", /* always= */ false),
  WEBFLUX_BOOT_2("webflux-boot2", "spring-boot", /* always= */ false),
  WEBFLUX_BOOT_4("webflux-boot4", "spring-boot", /* always= */ false),
  VERTX_5("vertx5", "vertx-core", /* always= */ false),
  JETTY_9("jetty-9", "jetty-server", /* always= */ false),
  JETTY_11("jetty-11", "jetty-server", /* always= */ false),
  JETTY_12("jetty-12", "jetty-server", /* always= */ true),
  JETTY_12_EE8("jetty-12-ee8", "jetty-server", /* always= */ false),
  TOMCAT_9("tomcat-9", "tomcat-embed-core", /* always= */ false),
  TOMCAT_10_WAR("tomcat-10-war", "", /* always= */ false),
  TOMCAT_11("tomcat-11", "tomcat-embed-core", /* always= */ false),
  UNDERTOW("undertow", "undertow-core", /* always= */ true),
  UNDERTOW_JAVAX("undertow-javax", "undertow-core", /* always= */ false),
  SPARK("spark", "spark-core", /* always= */ true),
  CORE_UNDERTOW("core-undertow", "undertow-core", /* always= */ true),
  CORE_UNDERTOW_2_2("core-undertow-2.2", "undertow-core", /* always= */ false),
  CORE_JETTY("core-jetty", "jetty-server", /* always= */ true),
  NETTY_4_1("netty", "netty-codec-http", /* always= */ true),
  NETTY_4_2("netty-4.2", "netty-codec-http", /* always= */ false),
  REACTOR_NETTY("netty-reactor", "reactor-netty-http", /* always= */ true),
  JERSEY_3_NETTY("netty-jersey", "jersey-container-netty-http", /* always= */ true),
  KTOR_3_NETTY("netty-ktor", "ktor-server-netty-jvm", /* always= */ true),
  MICRONAUT_4("netty-micronaut", "micronaut-http-server-netty", /* always= */ true),
  GRPC("grpc", "grpc-core", /* always= */ true),
  KTOR_3_CIO("ktor-cio", "ktor-server-cio-jvm", /* always= */ true),
  PEKKO_1("pekko", "pekko-http-core_2.13", /* always= */ true),
  ARMERIA_1("armeria", "armeria", /* always= */ true),
  WEBSOCKET_TOMCAT("websocket-tomcat", "tomcat-embed-core", /* always= */ true),
  WEBSOCKET_TOMCAT_9("websocket-tomcat-9", "tomcat-embed-core", /* always= */ false),
  WEBSOCKET_TOMCAT_11("websocket-tomcat-11", "tomcat-embed-core", /* always= */ false),
  WEBSOCKET_JETTY("websocket-jetty", "jetty-server", /* always= */ true),
  WEBSOCKET_UNDERTOW("websocket-undertow", "undertow-core", /* always= */ true),
  WEBSOCKET_UNDERTOW_JAVAX("websocket-undertow-javax", "undertow-core", /* always= */ false),
  WEBSOCKET_VERTX("websocket-vertx", "vertx-core", /* always= */ true),
  WEBSOCKET_VERTX_5("websocket-vertx5", "vertx-core", /* always= */ true),
  SPRING_BOOT_2("spring-boot-2", "spring-boot", /* always= */ false),
  SPRING_BOOT_3("spring-boot-3", "spring-boot", /* always= */ true),
  SPRING_BOOT_4("spring-boot-4", "spring-boot", /* always= */ false),
  ;

  private final String recipe;
  private final String library;
  private final boolean always;

  /** The library is the server or framework under test; empty if it belongs to the JDK. */
  ServerTestApp(String recipe, String library, boolean always) {
    this.recipe = recipe;
    this.library = library;
    this.always = always;
  }

  /** The wanted applications that this build tests, on each tested JDK. */
  public static Stream<TestTarget> built(Collection<ServerTestApp> wanted) {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                wanted.stream()
                    .filter(ServerTestApp::isBuilt)
                    .map(app -> new TestTarget(app, jdk)));
  }

  /** The applications whose constant starts with this prefix. */
  public static Stream<TestTarget> built(String prefix) {
    return built(Arrays.stream(values()).filter(app -> app.name().startsWith(prefix)).toList());
  }

  /** True if this build tests the application. */
  public boolean isBuilt() {
    return always || Matrix.FULL;
  }

  /** The folder with the jar and its libraries. */
  public Path folder() {
    return AppBuilder.folder(recipe);
  }

  /** The version of the server or framework under test; empty if it belongs to the JDK. */
  public String version() {
    return library.isEmpty() ? "" : AppLibraries.version(this, library);
  }

  @Override
  public Path jar() {
    return folder().resolve("app.jar");
  }
}
