package dev.penstock.testredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Ends processes and deletes folders when this JVM exits, however the tests end. */
final class ExitCleanup {
  private static final Set<Runnable> REMOVALS = new LinkedHashSet<>();
  private static boolean isHooked;
  private static boolean isOver;

  private ExitCleanup() {}

  /** Runs this when the JVM exits, or at once if it is already exiting. */
  static void add(Runnable removal) {
    synchronized (REMOVALS) {
      if (!isOver) {
        REMOVALS.add(removal);
        hook();
        return;
      }
    }
    removal.run();
  }

  static void cancel(Runnable removal) {
    synchronized (REMOVALS) {
      REMOVALS.remove(removal);
    }
  }

  /** A new folder that is deleted when the JVM ends. */
  static Path newFolder() {
    try {
      Path folder = Files.createTempDirectory("penstock-test-redis");
      add(() -> delete(folder));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder as far as possible: leftover files must not fail a test. */
  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A server that is being killed can still write there; the system cleans up later.
      return;
    }
  }

  private static void hook() {
    if (!isHooked) {
      isHooked = true;
      Runtime.getRuntime()
          .addShutdownHook(new Thread(ExitCleanup::removeAll, "test Redis cleanup"));
    }
  }

  /** Newest first, so that a process ends before its folder is deleted. */
  private static void removeAll() {
    List<Runnable> removals;
    synchronized (REMOVALS) {
      isOver = true;
      removals = new ArrayList<>(REMOVALS);
    }
    for (int i = removals.size() - 1; i >= 0; i--) {
      removals.get(i).run();
    }
  }
}
