package dev.penstock.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.SampleSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that docs/metrics.md documents exactly the exposed metrics. */
class MetricsDocTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `(penstock_\\w+)(?:\\{([^}]*)})?` \\| (\\w+) \\| \\S.* \\| \\S.* \\|");
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

  @Test
  void theTablesListTheExposedMetrics() throws IOException {
    assertThat(new TreeMap<>(documented())).isEqualTo(new TreeMap<>(exposed()));
  }

  /** The documented metrics by name, each with its labels and type. */
  private static Map<String, String> documented() throws IOException {
    Map<String, String> metrics = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("../docs/metrics.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        String labels = row.group(2) == null ? "" : row.group(2);
        metrics.put(row.group(1), labels + " " + row.group(3));
      }
    }
    return metrics;
  }

  private static Map<String, String> exposed() {
    Map<String, String> types = new LinkedHashMap<>();
    Map<String, Set<String>> labels = new LinkedHashMap<>();
    String name = "";
    for (String line : PrometheusText.of(SampleSnapshot.busy()).split("\n", -1)) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        name = type.group(1);
        types.put(name, type.group(2));
        labels.put(name, new LinkedHashSet<>());
      } else if (!line.startsWith("#")) {
        Matcher label = LABEL.matcher(line);
        while (label.find()) {
          labels.getOrDefault(name, Set.of()).add(label.group(1));
        }
      }
    }
    labels.values().forEach(each -> each.remove("le"));
    Map<String, String> metrics = new LinkedHashMap<>();
    types.forEach(
        (metric, type) ->
            metrics.put(
                metric, String.join(",", labels.getOrDefault(metric, Set.of())) + " " + type));
    return metrics;
  }
}
