package dev.penstock.telemetry;

import dev.penstock.telemetry.prometheus.ExposedMetrics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PromQL query, parsed as far as necessary to find metrics and labels. */
record PromQuery(String text) {
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|ignoring) ?\\(([^)]*)\\)");
  private static final Pattern AGGREGATION = Pattern.compile("\\bby \\(([^)]*)\\)\\s*\\(");
  private static final Pattern RANGE = Pattern.compile("\\[[^]]*]|\\boffset \\w+");
  private static final Pattern SELECTOR =
      Pattern.compile("(?<![\\w$.])([a-zA-Z_]\\w*+)(?:\\{([^}]*)})?+(?!\\s*\\()");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!=|!~|=)\"([^\"]*)\"");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Set<String> WORDS = Set.of("and", "or", "unless");

  /** The problems of problems metrics, labels and label values; empty if all are known. */
  List<String> problems(ExposedMetrics exposed) {
    List<String> problems = new ArrayList<>();
    Matcher selector = SELECTOR.matcher(bare(text));
    while (selector.find()) {
      String metric = selector.group(1);
      if (WORDS.contains(metric)) {
        continue;
      }
      if (!exposed.hasMetric(metric)) {
        problems.add("there is no metric " + metric);
      } else if (selector.group(2) != null) {
        matchers(exposed, metric, selector.group(2), problems);
      }
    }
    aggregations(exposed, problems);
    groupings(exposed, problems);
    return problems;
  }

  private static String bare(String part) {
    return RANGE.matcher(GROUPING.matcher(part).replaceAll("")).replaceAll("");
  }

  private static void matchers(
      ExposedMetrics exposed, String metric, String labels, List<String> problems) {
    Matcher matcher = MATCHER.matcher(labels);
    while (matcher.find()) {
      String label = matcher.group(1);
      if (!exposed.hasLabel(metric, label)) {
        problems.add(metric + " has no label " + label);
      }
      for (String value : matcher.group(3).split("\\|", -1)) {
        // A value that begins with a dollar is a variable of the dashboard.
        if (!value.startsWith("$") && !exposed.hasValue(metric, label, value)) {
          problems.add(metric + " has no " + label + " " + value);
        }
      }
    }
  }

  /** Checks that each aggregated metric has the labels of its {@code by} clause. */
  private void aggregations(ExposedMetrics exposed, List<String> problems) {
    Matcher aggregation = AGGREGATION.matcher(text);
    while (aggregation.find()) {
      int open = aggregation.end() - 1;
      for (String metric : new PromQuery(text.substring(open, closing(open))).metrics()) {
        for (String label : aggregation.group(1).split(", *", -1)) {
          if (!exposed.hasLabel(metric, label)) {
            problems.add(metric + " has no label " + label + " to group by");
          }
        }
      }
    }
  }

  private int closing(int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new AssertionError("a parenthesis is not closed: " + text);
  }

  private void groupings(ExposedMetrics exposed, List<String> problems) {
    for (String label : groupingLabels()) {
      if (metrics().stream().noneMatch(metric -> exposed.hasLabel(metric, label))) {
        problems.add("no metric has the label " + label);
      }
    }
  }

  private Set<String> groupingLabels() {
    Set<String> labels = new LinkedHashSet<>();
    Matcher grouping = GROUPING.matcher(text);
    while (grouping.find()) {
      labels.addAll(List.of(grouping.group(1).split(", *", -1)));
    }
    return labels;
  }

  Set<String> metrics() {
    Set<String> metrics = new LinkedHashSet<>();
    Matcher selector = SELECTOR.matcher(bare(text));
    while (selector.find()) {
      metrics.add(selector.group(1));
    }
    metrics.removeAll(WORDS);
    return metrics;
  }

  /** The labels in a legend that the result does not have. */
  List<String> missingFor(String legend, ExposedMetrics exposed) {
    List<String> missing = new ArrayList<>();
    boolean isAggregated = text.matches(".*\\b(sum|min|max|count|topk)\\b.*");
    Matcher named = LEGEND.matcher(legend);
    while (named.find()) {
      String label = named.group(1);
      boolean isKnown =
          isAggregated
              ? groupingLabels().contains(label)
              : metrics().stream().allMatch(metric -> exposed.hasLabel(metric, label));
      if (!isKnown) {
        missing.add("{{" + label + "}} is not in the result of " + text);
      }
    }
    return missing;
  }
}
