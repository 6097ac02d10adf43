package dev.penstock.it;

import java.nio.file.Path;

/** An application that was built to be limited: {@code java -jar JAR PORT}. */
interface App {
  Path jar();
}
