package dev.penstock.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an application answers and says when nobody limits it.
 *
 * @param answers all that can be seen of its answers, by what was asked for
 * @param stderr what it writes all by itself
 */
record BareApp(Map<String, String> answers, List<String> stderr) {
  private static final byte[] NOTHING = {};
  private static final byte[] FORM = "name=J%C3%BCrgen+%E6%B0%B4&b=2".getBytes(ISO_8859_1);

  /** Every byte there is, more than once, and no text in any encoding. */
  private static final byte[] EVERYTHING = new byte[70_000];

  static {
    for (int n = 0; n < EVERYTHING.length; n++) {
      EVERYTHING[n] = (byte) (n * 7 + n / 256);
    }
  }

  /** Runs the application for as long as it takes to ask for these pages. */
  static BareApp of(Stage stage, List<String> pages) {
    try (var app = Launch.on(stage).withoutAgent().start()) {
      Map<String, String> answers = answers(app.http(), pages);
      app.stop();
      return new BareApp(answers, app.stderr());
    }
  }

  /** The status of a page. */
  int status(String page) {
    String answer = answers.getOrDefault(page, "000");
    return Integer.parseInt(answer.substring(0, 3));
  }

  /** All that can be seen of some answers, but for what says when, and what a limit adds. */
  static Map<String, String> answers(Http http, List<String> pages, String... headers) {
    var answers = new LinkedHashMap<String, String>();
    for (String page : pages) {
      answers.put(page, text(http.exact(page, NOTHING, headers)));
    }
    answers.put("/bytes", text(http.exact("/bytes", NOTHING, headers)));
    String[] binary = withType("application/octet-stream", headers);
    answers.put("/echo", text(http.exact("/echo", EVERYTHING, binary)));
    // What the application makes of a form, and of one that it reads byte by byte.
    String[] form = withType("application/x-www-form-urlencoded", headers);
    answers.put("/form", text(http.exact("/form", FORM, form)));
    answers.put("/echo of a form", text(http.exact("/echo", FORM, form)));
    return answers;
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
    fields.keySet().removeIf(BareApp::mayDiffer);
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
