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

/**
 * Finds the files that belong to a log, and brings them in the order in which they were written.
 */
final class LogFiles {
  /*
   * A name that ends in a number is one file of a log; any other name stands for the log, with all
   * that were renamed. Whoever names some of them twice (`x.jsonl*`) gets each once: totals make
   * sense only in the order of writing.
   */
  private static final Pattern AGED = Pattern.compile("(.+?)\\.(\\d{1,9})(?:\\.gz)?");

  private LogFiles() {}

  /** The files of these logs, of each log the oldest first. */
  static List<Path> of(List<Path> named) throws IOException {
    Map<Path, Map<Integer, Path>> byLog = new LinkedHashMap<>();
    for (Path name : named) {
      Path file = name.toAbsolutePath().normalize();
      Path folder = file.getParent();
      String last = String.valueOf(file.getFileName());
      Matcher aged = AGED.matcher(last);
      if (folder == null) {
        throw new IOException(name + " is a folder");
      } else if (aged.matches() && Files.exists(file)) {
        group(byLog, folder.resolve(aged.group(1))).put(Integer.valueOf(aged.group(2)), file);
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
          Matcher aged = AGED.matcher(String.valueOf(sibling.getFileName()));
          if (aged.matches() && aged.group(1).equals(name)) {
            files.put(Integer.valueOf(aged.group(2)), sibling);
          }
        }
      }
    }
    Path current = folder.resolve(name);
    // Between two renames there may be none; but a log of which there is nothing was misspelt.
    if (Files.exists(current) || files.isEmpty()) {
      files.put(0, current);
    }
  }
}
