package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The locations that are searched for the rules file, in this order. */
public final class RulesFileLocations {
  /*
   * If an argument, property or variable names a file, only that one is used. Searching further
   * could put other rules in force than the operator wants.
   */
  static final String FILE_NAME = "penstock.yaml";

  private final List<File> locations;
  private final @Nullable String namedBy;

  private RulesFileLocations(List<File> locations, @Nullable String namedBy) {
    this.locations = List.copyOf(locations);
    this.namedBy = namedBy;
  }

  public static RulesFileLocations of(
      @Nullable String fromOption,
      Properties properties,
      Map<String, String> environment,
      File agentJar) {
    String[][] named = {
      {"the agent argument", fromOption},
      {"the system property `penstock.rules`", properties.getProperty("penstock.rules")},
      {"the environment variable `PENSTOCK_RULES`", environment.get("PENSTOCK_RULES")}
    };
    for (String[] each : named) {
      if (each[1] != null && !each[1].isBlank()) {
        return new RulesFileLocations(List.of(new File(each[1]).getAbsoluteFile()), each[0]);
      }
    }
    Set<File> locations = new LinkedHashSet<>();
    locations.add(new File(FILE_NAME).getAbsoluteFile());
    File applicationJar = applicationJar(properties);
    if (applicationJar != null) {
      locations.add(nextTo(applicationJar));
    }
    locations.add(nextTo(agentJar));
    return new RulesFileLocations(new ArrayList<>(locations), /* namedBy= */ null);
  }

  /** A single location, named by the command {@code attach}. */
  static RulesFileLocations only(File file) {
    return new RulesFileLocations(List.of(file), "the command `attach`");
  }

  /** Returns the jar of {@code java -jar}, otherwise the first jar of the class path. */
  private static @Nullable File applicationJar(Properties properties) {
    String classPath = properties.getProperty("java.class.path", "");
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar") || entry.endsWith(".war")) {
        return new File(entry);
      }
    }
    return null;
  }

  private static File nextTo(File file) {
    return new File(file.getAbsoluteFile().getParentFile(), FILE_NAME);
  }

  /**
   * Returns the first location with a file, even if the operating system does not permit reading
   * it. Null if there is none, or if an earlier location does not respond.
   */
  @Nullable File find(FileContents contents) {
    for (File location : locations) {
      Reason reason = contents.reason(location);
      if (reason == null || reason == Reason.REFUSED) {
        return location;
      }
      if (reason == Reason.STALLED) {
        // This may be the right file, so no file further down the list may replace it.
        return null;
      }
    }
    return null;
  }

  /** Returns what named the only location, in words; null if the default locations are searched. */
  @Nullable String namedBy() {
    return namedBy;
  }

  /** Returns all locations in the order of the search. */
  List<File> all() {
    return locations;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (File location : locations) {
      text.append(text.length() == 0 ? "" : ", ").append(location);
    }
    return text.toString();
  }
}
