package dev.penstock.it;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a console has told of its metrics at one moment. */
record Scrape(Map<String, Double> samples) {
  static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  static Scrape of(int port) {
    Map<String, Double> samples = new LinkedHashMap<>();
    for (String line : new Http(port).get("/metrics").body().lines().toList()) {
      int end = line.lastIndexOf(' ');
      if (!line.startsWith("#") && end > 0) {
        samples.put(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
      }
    }
    return new Scrape(samples);
  }

  /** Of a sample with all its labels, as the page spells it; -1 if there is none. */
  long count(String sample) {
    return samples.getOrDefault(sample, -1.0).longValue();
  }

  /** How many calls of a direction came to this end, of all rules and none. */
  long calls(String direction, String outcome) {
    return count(
        "penstock_calls_total{direction=\"" + direction + "\",outcome=\"" + outcome + "\"}");
  }

  /** How many calls that a rule was for came to this end. */
  long requests(String direction, String rule, String outcome) {
    return count(
        ("penstock_requests_total{direction=\"" + direction + "\",rule=\"" + rule)
            + ("\",outcome=\"" + outcome + "\"}"));
  }
}
