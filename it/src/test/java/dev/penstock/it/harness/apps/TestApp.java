package dev.penstock.it.harness.apps;

import java.nio.file.Path;

/** An application that tests start: {@code java -jar JAR PORT}. */
public interface TestApp {
  Path jar();
}
