package dev.penstock.telemetry.prometheus;

import dev.penstock.telemetry.Histogram;
import java.math.BigDecimal;
import java.util.List;

/** A page in the text format that Prometheus reads, version 0.0.4. */
final class PrometheusPage {
  /*
   * The format is lines: what a metric is about, its type, then a line for each of its series. All
   * lines of a metric stand together. A histogram is written as how many values were at most as
   * large as each bound, with their sum and count.
   */
  private final StringBuilder text = new StringBuilder(8_192);
  private String name = "";

  /** A metric that only grows; its name ends in {@code _total}. */
  PrometheusPage counter(String newName, String help) {
    return family(newName, "counter", help);
  }

  /** A metric that goes up and down. */
  PrometheusPage gauge(String newName, String help) {
    return family(newName, "gauge", help);
  }

  PrometheusPage histogram(String newName, String help) {
    return family(newName, "histogram", help);
  }

  private PrometheusPage family(String newName, String type, String help) {
    name = newName;
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  /** A series of the metric: names of labels and their values in turn. */
  PrometheusPage value(long value, String... labels) {
    line("", labels, "", Long.toString(value));
    return this;
  }

  PrometheusPage value(boolean value, String... labels) {
    return value(value ? 1 : 0, labels);
  }

  /** An instant, in seconds. */
  PrometheusPage instant(long millis, String... labels) {
    line("", labels, "", plain(BigDecimal.valueOf(millis, /* scale= */ 3)));
    return this;
  }

  PrometheusPage value(Histogram values, String... labels) {
    List<Double> bounds = values.bounds();
    long upTo = 0;
    for (int i = 0; i < bounds.size(); i++) {
      upTo += values.counts().get(i);
      line("_bucket", labels, "le=\"" + plain(bounds.get(i)) + "\"", Long.toString(upTo));
    }
    String total = Long.toString(values.total());
    line("_bucket", labels, "le=\"+Inf\"", total);
    line("_sum", labels, "", plain(values.sum()));
    line("_count", labels, "", total);
    return this;
  }

  private void line(String suffix, String[] labels, String further, String value) {
    text.append(name).append(suffix);
    if (labels.length > 0 || !further.isEmpty()) {
      text.append('{');
      for (int i = 0; i < labels.length; i += 2) {
        text.append(i == 0 ? "" : ",").append(labels[i]).append("=\"");
        escape(labels[i + 1]);
        text.append('"');
      }
      text.append(labels.length > 0 && !further.isEmpty() ? "," : "").append(further).append('}');
    }
    text.append(' ').append(value).append('\n');
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '"' -> text.append("\\\"");
        case '\n' -> text.append("\\n");
        default -> text.append(c);
      }
    }
  }

  private static String plain(double value) {
    return plain(BigDecimal.valueOf(value));
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
