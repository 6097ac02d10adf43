package dev.penstock.it.harness;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.penstock.it.harness.apps.TestTarget;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The responses and the stderr of an application that runs without the agent.
 *
 * @param responses status, headers and body, by request
 * @param stderr the lines that the application itself writes
 */
public record Baseline(Map<String, String> responses, List<String> stderr) {
  private static final byte[] NOTHING = {};
  private static final byte[] FORM = "name=J%C3%BCrgen+%E6%B0%B4&b=2".getBytes(ISO_8859_1);

  /** Every byte value, more than once. The sequence is not valid text in any encoding. */
  private static final byte[] EVERYTHING = new byte[70_000];

  static {
    for (int n = 0; n < EVERYTHING.length; n++) {
      EVERYTHING[n] = (byte) (n * 7 + n / 256);
    }
  }

  /** Starts the application, requests these pages and stops it. */
  public static Baseline of(TestTarget target, List<String> pages) {
    try (var app = Launch.on(target).withoutAgent().start()) {
      Map<String, String> responses = responses(app.http(), pages);
      app.stop();
      return new Baseline(responses, app.stderr());
    }
  }

  /** The status of a page. */
  public int status(String page) {
    String response = responses.getOrDefault(page, "000");
    return Integer.parseInt(response.substring(0, 3));
  }

  /** The status, headers and body of each response, without dates and rate limit headers. */
  public static Map<String, String> responses(Http http, List<String> pages, String... headers) {
    var responses = new LinkedHashMap<String, String>();
    for (String page : pages) {
      responses.put(page, text(http.exchangeBytes(page, NOTHING, headers)));
    }
    responses.put("/bytes", text(http.exchangeBytes("/bytes", NOTHING, headers)));
    String[] binary = withType("application/octet-stream", headers);
    responses.put("/echo", text(http.exchangeBytes("/echo", EVERYTHING, binary)));
    // The application parses the first form and reads the second one as bytes.
    String[] form = withType("application/x-www-form-urlencoded", headers);
    responses.put("/form", text(http.exchangeBytes("/form", FORM, form)));
    responses.put("/echo of a form", text(http.exchangeBytes("/echo", FORM, form)));
    return responses;
  }

  private static String[] withType(String type, String... headers) {
    var all = new String[headers.length + 2];
    System.arraycopy(headers, 0, all, 2, headers.length);
    all[0] = "Content-Type";
    all[1] = type;
    return all;
  }

  private static String text(HttpResponse<byte[]> response) {
    var fields = new TreeMap<>(response.headers().map());
    fields.keySet().removeIf(Baseline::mayDiffer);
    String body = new String(response.body(), ISO_8859_1);
    return response.statusCode()
        + "\n"
        + fields
        + "\n"
        + body.replaceFirst("\"timestamp\":\"[^\"]+\"", "");
  }

  private static boolean mayDiffer(String field) {
    String name = field.toLowerCase(Locale.ROOT);
    return name.equals("date") || name.startsWith("ratelimit");
  }
}
