package dev.penstock.it.shadow;

import dev.penstock.it.harness.Http;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;

/**
 * One request of a trace, which can be sent, or written down to be simulation.
 *
 * @param headers what a client sends along
 * @param user whom the container knows the client as; empty if it asks nobody
 * @param status what the application answers, if the request gets there
 */
record TraceRequest(
    long micros,
    String method,
    String path,
    String ip,
    Map<String, String> headers,
    String user,
    int status) {
  /** As {@code simulate} reads it. */
  String line() {
    var line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "{\"t\":%d.%03d,", micros / 1000, micros % 1000));
    line.append("\"method\":\"").append(method).append("\",\"path\":\"").append(path);
    line.append("\",\"ip\":\"").append(ip).append("\",\"headers\":{");
    String comma = "";
    for (Map.Entry<String, String> header : headers.entrySet()) {
      line.append(comma).append('"').append(header.getKey()).append("\":\"");
      line.append(header.getValue()).append('"');
      comma = ",";
    }
    line.append("},\"user\":\"").append(user).append("\",\"status\":").append(status);
    return line.append("}\n").toString();
  }

  /** Sends it, from where a proxy says that it comes from. */
  HttpResponse<String> send(Http http) {
    String[] fields = new String[2 + 2 * headers.size()];
    fields[0] = "X-Forwarded-For";
    fields[1] = ip;
    int at = 2;
    for (Map.Entry<String, String> header : headers.entrySet()) {
      fields[at++] = header.getKey();
      fields[at++] = header.getValue();
    }
    return method.equals("GET")
        ? http.get(path, fields)
        : http.post(path, "text/plain", BodyPublishers.noBody(), fields);
  }
}
