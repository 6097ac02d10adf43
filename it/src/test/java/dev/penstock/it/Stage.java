package dev.penstock.it;

import java.util.Arrays;
import java.util.stream.Stream;

/** An application on a Java: where a test takes place. */
record Stage(App app, Jdk jdk) {
  /** Every application on every Java of this machine. */
  static Stream<Stage> all() {
    return Jdk.tested().stream()
        .flatMap(jdk -> Arrays.stream(DemoApp.values()).map(app -> new Stage(app, jdk)));
  }

  /** One application on every Java, for what does not depend on the application. */
  static Stream<Stage> onEachJdk() {
    return Jdk.tested().stream().map(jdk -> new Stage(DemoApp.TOMCAT_10, jdk));
  }

  @Override
  public String toString() {
    return app + " on " + jdk;
  }
}
