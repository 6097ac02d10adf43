package dev.penstock.it.harness.apps;

import java.util.Arrays;
import java.util.stream.Stream;

/** An application and the JDK that runs it. */
public record TestTarget(TestApp app, Jdk jdk) {
  /** The demo application with both servlet APIs, for tests that depend on the servlet API. */
  public static Stream<TestTarget> all() {
    return Jdk.tested().stream()
        .flatMap(jdk -> Arrays.stream(DemoTestApp.values()).map(app -> new TestTarget(app, jdk)));
  }

  /**
   * One demo application; both in the full matrix. For tests that do not depend on the servlet API.
   */
  public static Stream<TestTarget> one() {
    return Matrix.FULL ? all() : onEachJdk();
  }

  /** One demo application on each tested JDK. */
  public static Stream<TestTarget> onEachJdk() {
    return Jdk.tested().stream().map(jdk -> new TestTarget(DemoTestApp.TOMCAT_10, jdk));
  }

  @Override
  public String toString() {
    return app + " on " + jdk;
  }
}
