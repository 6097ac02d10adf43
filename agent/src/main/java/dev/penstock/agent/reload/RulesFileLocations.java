package dev.penstock.agent.reload;

import dev.penstock.agent.AgentOptions;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a rules file may lie, in the order in which it is looked for. */
public final class RulesFileLocations {
  /*
   * A place that was named (by argument, property or variable) is the only one: going on to look
   * elsewhere would put other rules in force than the ones somebody asked for.
   */
  static final String FILE_NAME = "penstock.yaml";

  private final List<File> places;
  private final @Nullable String namedBy;

  private RulesFileLocations(List<File> places, @Nullable String namedBy) {
    this.places = List.copyOf(places);
    this.namedBy = namedBy;
  }

  public static RulesFileLocations of(
      AgentOptions options, Properties properties, Map<String, String> environment, File agentJar) {
    String[][] named = {
      {"the agent argument", options.rules()},
      {"the system property `penstock.rules`", properties.getProperty("penstock.rules")},
      {"the environment variable `PENSTOCK_RULES`", environment.get("PENSTOCK_RULES")}
    };
    for (String[] each : named) {
      if (each[1] != null && !each[1].isBlank()) {
        return new RulesFileLocations(List.of(new File(each[1]).getAbsoluteFile()), each[0]);
      }
    }
    Set<File> places = new LinkedHashSet<>();
    places.add(new File(FILE_NAME).getAbsoluteFile());
    File applicationJar = applicationJar(properties);
    if (applicationJar != null) {
      places.add(beside(applicationJar));
    }
    places.add(beside(agentJar));
    return new RulesFileLocations(new ArrayList<>(places), /* namedBy= */ null);
  }

  /** One place and no other, named by the command {@code attach}. */
  static RulesFileLocations only(File file) {
    return new RulesFileLocations(List.of(file), "the command `attach`");
  }

  /** The jar of {@code java -jar}, or else the first jar of the class path. */
  private static @Nullable File applicationJar(Properties properties) {
    String classPath = properties.getProperty("java.class.path", "");
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar") || entry.endsWith(".war")) {
        return new File(entry);
      }
    }
    return null;
  }

  private static File beside(File file) {
    return new File(file.getAbsoluteFile().getParentFile(), FILE_NAME);
  }

  /**
   * The first place that has a file, even one that the operating system refuses to read; null if
   * there is none, or if a place before it does not answer.
   */
  @Nullable File find(FileContents contents) {
    for (File place : places) {
      Reason reason = contents.reason(place);
      if (reason == null || reason == Reason.REFUSED) {
        return place;
      }
      if (reason == Reason.STALLED) {
        // It may be the file that counts: other rules must not take its place.
        return null;
      }
    }
    return null;
  }

  /** What has named the only place, in words; null if all the usual places are searched. */
  @Nullable String namedBy() {
    return namedBy;
  }

  /** All places, in the order of the search. */
  List<File> all() {
    return places;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (File place : places) {
      text.append(text.length() == 0 ? "" : ", ").append(place);
    }
    return text.toString();
  }
}
