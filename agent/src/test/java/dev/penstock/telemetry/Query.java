package dev.penstock.telemetry;

import dev.penstock.telemetry.prometheus.Exposed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A query in the language of Prometheus, taken apart as far as to see what it names. */
record Query(String text) {
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|ignoring) ?\\(([^)]*)\\)");
  private static final Pattern AGGREGATION = Pattern.compile("\\bby \\(([^)]*)\\)\\s*\\(");
  private static final Pattern RANGE = Pattern.compile("\\[[^]]*]|\\boffset \\w+");
  private static final Pattern SELECTOR =
      Pattern.compile("(?<![\\w$.])([a-zA-Z_]\\w*+)(?:\\{([^}]*)})?+(?!\\s*\\()");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!=|!~|=)\"([^\"]*)\"");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");
  private static final Set<String> WORDS = Set.of("and", "or", "unless");

  /** Names in it that nothing has; empty if it is fine. */
  List<String> unknown(Exposed exposed) {
    List<String> faults = new ArrayList<>();
    Matcher selector = SELECTOR.matcher(bare(text));
    while (selector.find()) {
      String metric = selector.group(1);
      if (WORDS.contains(metric)) {
        continue;
      }
      if (!exposed.hasMetric(metric)) {
        faults.add("there is no metric " + metric);
      } else if (selector.group(2) != null) {
        matchers(exposed, metric, selector.group(2), faults);
      }
    }
    aggregations(exposed, faults);
    groupings(exposed, faults);
    return faults;
  }

  private static String bare(String part) {
    return RANGE.matcher(GROUPING.matcher(part).replaceAll("")).replaceAll("");
  }

  private static void matchers(Exposed exposed, String metric, String labels, List<String> faults) {
    Matcher matcher = MATCHER.matcher(labels);
    while (matcher.find()) {
      String label = matcher.group(1);
      if (!exposed.hasLabel(metric, label)) {
        faults.add(metric + " has no label " + label);
      }
      for (String value : matcher.group(3).split("\\|", -1)) {
        // What begins with a dollar is chosen by who looks.
        if (!value.startsWith("$") && !exposed.hasValue(metric, label, value)) {
          faults.add(metric + " has no " + label + " " + value);
        }
      }
    }
  }

  /** What is added up by a label has it. */
  private void aggregations(Exposed exposed, List<String> faults) {
    Matcher aggregation = AGGREGATION.matcher(text);
    while (aggregation.find()) {
      int open = aggregation.end() - 1;
      for (String metric : new Query(text.substring(open, closing(open))).metrics()) {
        for (String label : aggregation.group(1).split(", *", -1)) {
          if (!exposed.hasLabel(metric, label)) {
            faults.add(metric + " has no label " + label + " to go by");
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
    throw new AssertionError("a bracket is not closed: " + text);
  }

  private void groupings(Exposed exposed, List<String> faults) {
    for (String label : labelsNamed()) {
      if (metrics().stream().noneMatch(metric -> exposed.hasLabel(metric, label))) {
        faults.add("nothing has the label " + label);
      }
    }
  }

  private Set<String> labelsNamed() {
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

  /** Labels that a legend names although the result does not have them. */
  List<String> missingFor(String legend, Exposed exposed) {
    List<String> missing = new ArrayList<>();
    boolean isAggregated = text.matches(".*\\b(sum|min|max|count|topk)\\b.*");
    Matcher named = LEGEND.matcher(legend);
    while (named.find()) {
      String label = named.group(1);
      boolean isThere =
          isAggregated
              ? labelsNamed().contains(label)
              : metrics().stream().allMatch(metric -> exposed.hasLabel(metric, label));
      if (!isThere) {
        missing.add("{{" + label + "}} is not in the result of " + text);
      }
    }
    return missing;
  }
}
