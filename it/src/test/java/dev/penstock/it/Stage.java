package dev.penstock.it;

import java.util.Arrays;
import java.util.stream.Stream;

/** An application on a JDK: where a test takes place. */
record Stage(App app, Jdk jdk) {
  /** The demo application in both namespaces, for tests of the servlet API. */
  static Stream<Stage> all() {
    return Jdk.tested().stream()
        .flatMap(jdk -> Arrays.stream(DemoApp.values()).map(app -> new Stage(app, jdk)));
  }

  /** One demo application, for tests of anything but the servlet API; both in the matrix. */
  static Stream<Stage> one() {
    return Matrix.FULL ? all() : onEachJdk();
  }

  /** One demo application on each JDK, for tests that do not depend on the application. */
  static Stream<Stage> onEachJdk() {
    return Jdk.tested().stream().map(jdk -> new Stage(DemoApp.TOMCAT_10, jdk));
  }

  @Override
  public String toString() {
    return app + " on " + jdk;
  }
}
