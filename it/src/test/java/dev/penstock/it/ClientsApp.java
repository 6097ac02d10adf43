package dev.penstock.it;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** An application of {@code it/apps} that calls other servers. */
enum ClientsApp implements App {
  CLIENTS(
      "clients",
      /* always= */ true,
      new Library("HttpClient", "httpclient"),
      new Library("HttpAsyncClient", "httpasyncclient"),
      new Library("HttpClient", "httpclient5"),
      new Library("OkHttp", "okhttp-jvm"),
      new Library("Reactor Netty", "reactor-netty-http"),
      new Library("Jetty", "jetty-client"),
      new Library("Spring", "spring-web"),
      new Library("Feign", "feign-core"),
      new Library("Retrofit", "retrofit"),
      new Library("AWS SDK", "apache-client"),
      new Library("AWS SDK", "url-connection-client"),
      new Library("AWS SDK", "netty-nio-client")),
  JERSEY_3("clients-jersey", /* always= */ true, new Library("Jersey", "jersey-client")),
  RESTEASY_6("clients-resteasy", /* always= */ true, new Library("RESTEasy", "resteasy-client")),
  CXF_4("clients-cxf", /* always= */ true, new Library("CXF", "cxf-rt-rs-client")),
  OKHTTP_3("clients-okhttp3", /* always= */ false, new Library("OkHttp", "okhttp")),
  OKHTTP_4("clients-okhttp4", /* always= */ false, new Library("OkHttp", "okhttp")),
  JETTY_9("clients-jetty9", /* always= */ false, new Library("Jetty", "jetty-client")),
  JETTY_11("clients-jetty11", /* always= */ false, new Library("Jetty", "jetty-client")),
  REACTOR_NETTY_1_0(
      "clients-reactor1.0",
      /* always= */ false,
      new Library("Reactor Netty", "reactor-netty-http"),
      new Library("Spring", "spring-webflux")),
  ;

  private final String recipe;
  private final boolean always;

  @SuppressWarnings("ImmutableEnumChecker") // it is a list that cannot be changed
  private final List<Library> libraries;

  /** The libraries are those that it calls with; what is the JDK's own is not among them. */
  ClientsApp(String recipe, boolean always, Library... libraries) {
    this.recipe = recipe;
    this.always = always;
    this.libraries = List.of(libraries);
  }

  /** Those that this build has made, on every Java of this machine. */
  static Stream<Stage> built() {
    return Jdk.tested().stream()
        .flatMap(
            jdk ->
                Arrays.stream(values())
                    .filter(ClientsApp::isBuilt)
                    .map(app -> new Stage(app, jdk)));
  }

  /** True if this build has made it. */
  boolean isBuilt() {
    return always || Matrix.FULL;
  }

  List<Library> libraries() {
    return libraries;
  }

  @Override
  public Path jar() {
    return AppBuilder.folder(recipe).resolve("app.jar");
  }
}
