package dev.penstock.telemetry.prometheus;

import dev.penstock.telemetry.Histogram;
import java.math.BigDecimal;
import java.util.List;

/** Builds a page in the Prometheus text format, version 0.0.4. */
final class PrometheusPage {
  /*
   * The format consists of lines: the help text of a metric, its type, then one line per series.
   * The lines of a metric are adjacent. A histogram has cumulative buckets: the number of values up
   * to each bound, then their sum and count.
   */
  private final StringBuilder text = new StringBuilder(8_192);
  private String name = "";

  /** Starts a counter; its name ends in {@code _total}. */
  PrometheusPage counter(String newName, String help) {
    return family(newName, "counter", help);
  }

  /** Starts a gauge. */
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

  /** Adds a series; {@code labels} are names and values in turn. */
  PrometheusPage value(long value, String... labels) {
    line("", labels, "", Long.toString(value));
    return this;
  }

  PrometheusPage value(boolean value, String... labels) {
    return value(value ? 1 : 0, labels);
  }

  /** Adds a series whose value is a time in seconds. */
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
