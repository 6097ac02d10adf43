package dev.penstock.it.harness.apps;

import java.nio.file.Path;

/** The servlet application of demo-apps, with {@code jakarta.servlet} and {@code javax.servlet}. */
public enum DemoTestApp implements TestApp {
  TOMCAT_10 {
    @Override
    public Path jar() {
      return Artifacts.PROJECT.resolve("demo-apps/servlet-tomcat/target/servlet-tomcat.jar");
    }
  },
  TOMCAT_9 {
    @Override
    public Path jar() {
      return AppBuilder.folder("demo-tomcat-9").resolve("app.jar");
    }
  }
}
