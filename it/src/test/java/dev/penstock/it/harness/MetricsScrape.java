package dev.penstock.it.harness;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;

/** The metrics of a console at one moment. */
public record MetricsScrape(Map<String, Double> samples) {
  public static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  public static MetricsScrape of(int port) {
    Map<String, Double> samples = new LinkedHashMap<>();
    for (String line : new Http(port).get("/metrics").body().lines().toList()) {
      int end = line.lastIndexOf(' ');
      if (!line.startsWith("#") && end > 0) {
        samples.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
      }
    }
    return new MetricsScrape(samples);
  }

  /** The value of a sample, given with its labels as on the page; -1 if it is missing. */
  public long count(String sample) {
    return samples.getOrDefault(sample, -1.0).longValue();
  }

  /** The calls of a direction with this outcome. */
  public long calls(String direction, String outcome) {
    return count(
        "penstock_calls_total{direction=\"" + direction + "\",outcome=\"" + outcome + "\"}");
  }

  /** The calls with this outcome that matched a rule. */
  public long requests(String direction, String rule, String outcome) {
    return count(
        ("penstock_requests_total{direction=\"" + direction + "\",rule=\"" + rule)
            + ("\",outcome=\"" + outcome + "\"}"));
  }
}
