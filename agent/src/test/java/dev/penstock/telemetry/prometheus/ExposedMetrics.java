package dev.penstock.telemetry.prometheus;

import dev.penstock.telemetry.SampleSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that a busy agent exposes to Prometheus, with their labels and label values. */
public final class ExposedMetrics {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\w+) (\\w+)");
  private static final Pattern SERIES = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

  /** Labels that Prometheus adds to each series. */
  private static final Set<String> ADDED_LABELS = Set.of("job", "instance");

  private final Map<String, Map<String, Set<String>>> metrics = new LinkedHashMap<>();
  private final List<String> growingSeries = new ArrayList<>();

  public ExposedMetrics() {
    metrics.put("up", Map.of());
    String type = "";
    for (String line : PrometheusText.of(SampleSnapshot.busy()).split("\n", -1)) {
      Matcher typed = TYPE.matcher(line);
      Matcher series = SERIES.matcher(line);
      if (typed.matches()) {
        type = typed.group(2);
      } else if (!line.startsWith("#") && series.matches()) {
        add(type, series.group(1), series.group(2) == null ? "" : series.group(2), series.group(3));
      }
    }
  }

  private void add(String type, String name, String labels, String value) {
    Map<String, Set<String>> known = metrics.computeIfAbsent(name, any -> new LinkedHashMap<>());
    Matcher label = LABEL.matcher(labels);
    while (label.find()) {
      known.computeIfAbsent(label.group(1), any -> new TreeSet<>()).add(label.group(2));
    }
    // Later lines grow faster, so that a larger bucket of a histogram grows faster.
    String change = type.equals("gauge") ? "x80" : "+" + (growingSeries.size() + 1) + "x80";
    String all = "job=\"penstock-shop\",instance=\"a:9797\"" + (labels.isEmpty() ? "" : ",");
    growingSeries.add(
        "      - series: '" + name + "{" + all + labels + "}'\n        values: " + value + change);
  }

  public boolean hasMetric(String metric) {
    return metrics.containsKey(metric);
  }

  public boolean hasLabel(String metric, String label) {
    return ADDED_LABELS.contains(label) || labels(metric).containsKey(label);
  }

  public boolean hasValue(String metric, String label, String value) {
    return ADDED_LABELS.contains(label)
        || labels(metric).getOrDefault(label, Set.of()).contains(value);
  }

  private Map<String, Set<String>> labels(String metric) {
    return metrics.getOrDefault(metric, Map.of());
  }

  /** All series over some time, as input for {@code promtool test rules}. */
  public String series() {
    return String.join("\n", growingSeries) + "\n";
  }
}
