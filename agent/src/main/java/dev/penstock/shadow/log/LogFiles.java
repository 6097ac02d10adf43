package dev.penstock.shadow.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the files of a divergence log, including rotated ones, in the order of writing. */
final class LogFiles {
  /*
   * A name that ends in a number is one file of a log; any other name stands for the log with all
   * of its rotated files. A file that is named twice (`x.jsonl*`) is read once: totals are valid
   * only in the order of writing.
   */
  private static final Pattern ROTATED = Pattern.compile("(.+?)\\.(\\d{1,9})(?:\\.gz)?");

  private LogFiles() {}

  /** The files of these logs, of each log the oldest first. */
  static List<Path> of(List<Path> named) throws IOException {
    Map<Path, Map<Integer, Path>> byLog = new LinkedHashMap<>();
    for (Path name : named) {
      Path file = name.toAbsolutePath().normalize();
      Path folder = file.getParent();
      String last = String.valueOf(file.getFileName());
      Matcher rotated = ROTATED.matcher(last);
      if (folder == null) {
        throw new IOException(name + " is a directory");
      } else if (rotated.matches() && Files.exists(file)) {
        group(byLog, folder.resolve(rotated.group(1))).put(Integer.valueOf(rotated.group(2)), file);
      } else {
        addAll(folder, last, group(byLog, file));
      }
    }
    List<Path> files = new ArrayList<>();
    byLog.values().forEach(log -> files.addAll(log.values()));
    return files;
  }

  private static Map<Integer, Path> group(Map<Path, Map<Integer, Path>> byLog, Path log) {
    return byLog.computeIfAbsent(log, fresh -> new TreeMap<>(Comparator.reverseOrder()));
  }

  private static void addAll(Path folder, String name, Map<Integer, Path> files)
      throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> siblings = Files.list(folder)) {
        for (Path sibling : (Iterable<Path>) siblings::iterator) {
          Matcher rotated = ROTATED.matcher(String.valueOf(sibling.getFileName()));
          if (rotated.matches() && rotated.group(1).equals(name)) {
            files.put(Integer.valueOf(rotated.group(2)), sibling);
          }
        }
      }
    }
    Path current = folder.resolve(name);
    // During a rotation the current file may be missing. A log without any file must be reported.
    if (Files.exists(current) || files.isEmpty()) {
      files.put(0, current);
    }
  }
}
