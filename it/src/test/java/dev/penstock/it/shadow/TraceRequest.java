package dev.penstock.it.shadow;

import dev.penstock.it.harness.Http;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;

/**
 * One request of a trace. Tests send it and also pass it to {@code simulate}.
 *
 * @param headers the request headers
 * @param user the user that the container authenticates; empty if the page needs no login
 * @param status the status of the response if the request is admitted
 */
record TraceRequest(
    long micros,
    String method,
    String path,
    String ip,
    Map<String, String> headers,
    String user,
    int status) {
  /** The line in the format of {@code simulate}. */
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

  /** Sends the request with its address in {@code X-Forwarded-For}. */
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
