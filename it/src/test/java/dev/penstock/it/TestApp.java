package dev.penstock.it;

import java.nio.file.Path;

/** An application of test-apps/. */
enum TestApp implements App {
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

  /** True if it is in every build; the others are in the whole matrix alone. */
  boolean isAlways() {
    return always;
  }

  /** True if this build has made it. */
  boolean isBuilt() {
    return always || "full".equals(System.getProperty("penstock.matrix"));
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
