package dev.penstock.it;

import java.nio.file.Path;

/** An application of demo-apps/. */
enum DemoApp implements App {
  TOMCAT_10("servlet-tomcat"),
  TOMCAT_9("servlet-tomcat-javax");

  private final String module;

  DemoApp(String module) {
    this.module = module;
  }

  @Override
  public Path jar() {
    return Artifacts.DEMO_APPS.resolve(module).resolve("target").resolve(module + ".jar");
  }
}
