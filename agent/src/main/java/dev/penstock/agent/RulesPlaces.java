package dev.penstock.agent;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where a rules file may lie, in the order in which it is looked for. */
final class RulesPlaces {
  /*
   * A place that was named (by argument, property or variable) is the only one: going on to look
   * elsewhere would put other rules in force than the ones somebody asked for.
   */
  static final String FILE_NAME = "penstock.yaml";

  private final List<File> places;

  private RulesPlaces(List<File> places) {
    this.places = List.copyOf(places);
  }

  static RulesPlaces of(
      AgentOptions options, Properties properties, Map<String, String> environment, File agentJar) {
    for (String named :
        new String[] {
          options.rules(),
          properties.getProperty("penstock.rules"),
          environment.get("PENSTOCK_RULES")
        }) {
      if (named != null && !named.isBlank()) {
        return new RulesPlaces(List.of(new File(named).getAbsoluteFile()));
      }
    }
    Set<File> places = new LinkedHashSet<>();
    places.add(new File(FILE_NAME).getAbsoluteFile());
    File applicationJar = applicationJar(properties);
    if (applicationJar != null) {
      places.add(beside(applicationJar));
    }
    places.add(beside(agentJar));
    return new RulesPlaces(new ArrayList<>(places));
  }

  /** One place and no other. */
  static RulesPlaces only(File file) {
    return new RulesPlaces(List.of(file));
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

  /** The first place that has a file, or null. */
  @Nullable File find() {
    for (File place : places) {
      if (place.isFile()) {
        return place;
      }
    }
    return null;
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
