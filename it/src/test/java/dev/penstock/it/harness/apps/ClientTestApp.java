package dev.penstock.it.harness.apps;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** An application of {@code it/apps} that calls other servers. */
public enum ClientTestApp implements TestApp {
  CLIENTS(
      "clients",
      /* always= */ true,
      new TestedLibrary("HttpClient", "httpclient"),
      new TestedLibrary("HttpAsyncClient", "httpasyncclient"),
      new TestedLibrary("HttpClient", "httpclient5"),
      new TestedLibrary("OkHttp", "okhttp-jvm"),
      new TestedLibrary("Reactor Netty", "reactor-netty-http"),
      new TestedLibrary("Jetty", "jetty-client"),
      new TestedLibrary("Spring", "spring-web"),
      new TestedLibrary("Feign", "feign-core"),
      new TestedLibrary("Retrofit", "retrofit"),
      new TestedLibrary("AWS SDK", "apache-client"),
      new TestedLibrary("AWS SDK", "url-connection-client"),
      new TestedLibrary("AWS SDK", "netty-nio-client"),
      new TestedLibrary("Vert.x", "vertx-core"),
      new TestedLibrary("AsyncHttpClient", "async-http-client"),
      new TestedLibrary("Pekko HTTP", "pekko-http_2.13")),
  NETTY_4_2(
      "clients-netty-4.2",
      /* always= */ true,
      new TestedLibrary("Vert.x", "vertx-core"),
      new TestedLibrary("AsyncHttpClient", "async-http-client"),
      new TestedLibrary("Armeria", "armeria")),
  MICRONAUT_4(
      "clients-micronaut",
      /* always= */ true,
      new TestedLibrary("Micronaut", "micronaut-http-client")),
  KTOR_3("clients-ktor", /* always= */ true, new TestedLibrary("Ktor", "ktor-client-cio-jvm")),
  JERSEY_3("clients-jersey", /* always= */ true, new TestedLibrary("Jersey", "jersey-client")),
  RESTEASY_6(
      "clients-resteasy", /* always= */ true, new TestedLibrary("RESTEasy", "resteasy-client")),
  CXF_4("clients-cxf", /* always= */ true, new TestedLibrary("CXF", "cxf-rt-rs-client")),
  OKHTTP_3("clients-okhttp3", /* always= */ false, new TestedLibrary("OkHttp", "okhttp")),
  OKHTTP_4("clients-okhttp4", /* always= */ false, new TestedLibrary("OkHttp", "okhttp")),
  JETTY_9("clients-jetty9", /* always= */ false, new TestedLibrary("Jetty", "jetty-client")),
  JETTY_11("clients-jetty11", /* always= */ false, new TestedLibrary("Jetty", "jetty-client")),
  REACTOR_NETTY_1_0(
      "clients-reactor1.0",
      /* always= */ false,
      new TestedLibrary("Reactor Netty", "reactor-netty-http"),
      new TestedLibrary("Spring", "spring-webflux")),
  ;

  private final String recipe;
  private final boolean always;

  @SuppressWarnings("ImmutableEnumChecker") // it is a list that cannot be changed
  private final List<TestedLibrary> libraries;

  /** The libraries are the HTTP clients that the application uses, except those of the JDK. */
  ClientTestApp(String recipe, boolean always, TestedLibrary... libraries) {
    this.recipe = recipe;
    this.always = always;
    this.libraries = List.of(libraries);
  }

  /** The applications that this build tests, on each tested JDK. */
  public static Stream<TestTarget> built() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                Arrays.stream(values())
                    .filter(ClientTestApp::isBuilt)
                    .map(app -> new TestTarget(app, jdk)));
  }

  /** True if this build tests the application. */
  public boolean isBuilt() {
    return always || Matrix.FULL;
  }

  public List<TestedLibrary> libraries() {
    return libraries;
  }

  @Override
  public Path jar() {
    return AppBuilder.folder(recipe).resolve("app.jar");
  }
}
