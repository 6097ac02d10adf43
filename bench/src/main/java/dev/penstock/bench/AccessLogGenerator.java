package dev.penstock.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Writes access logs of a busy site: many clients, a few of them very busy. */
final class AccessLogGenerator {
  static final int CLIENTS = 100_000;

  private static final int REQUESTS_A_SECOND = 1_000;
  private static final long START_SECONDS = 1_790_000_000L;
  private static final String[] PATHS = {
    "/api/orders/%d", "/api/users/%d?full=true", "/api/search?q=term%d", "/static/app-%d.js", "/"
  };
  private static final String[] AGENTS = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
        + " Chrome/126.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like"
        + " Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "curl/8.5.0"
  };
  private static final DateTimeFormatter CLF =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT)
          .withZone(ZoneOffset.ofHours(1));

  private final String format;
  private final Random random = new Random(1);

  private AccessLogGenerator(String format) {
    this.format = format;
  }

  /**
   * Writes a log in {@code common}, {@code combined} or {@code jsonl} format; compresses .gz files.
   */
  static void write(Path file, String format, int lines) throws IOException {
    AccessLogGenerator generator = new AccessLogGenerator(format);
    OutputStream out = Files.newOutputStream(file);
    boolean packed = file.toString().endsWith(".gz");
    try (OutputStream to = new BufferedOutputStream(packed ? new GZIPOutputStream(out) : out)) {
      for (int i = 0; i < lines; i++) {
        to.write((generator.line(i) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private String line(int number) {
    // To the third power, so that few clients send most of the requests.
    double share = random.nextDouble();
    int client = (int) (share * share * share * CLIENTS);
    String ip = "10." + (client >> 16) + "." + (client >> 8 & 255) + "." + (client & 255);
    String path = String.format(PATHS[random.nextInt(PATHS.length)], random.nextInt(1000));
    int status = random.nextInt(20) == 0 ? 404 : 200;
    long millis = START_SECONDS * 1000 + number * 1000L / REQUESTS_A_SECOND;
    if (format.equals("jsonl")) {
      return "{\"t\": "
          + millis
          + ", \"method\": \"GET\", \"path\": \""
          + path
          + "\", \"ip\": \""
          + ip
          + "\", \"headers\": {\"X-API-Key\": \"k"
          + client % 500
          + "\"}, \"status\": "
          + status
          + "}";
    }
    String time = CLF.format(Instant.ofEpochMilli(millis));
    String common =
        ip
            + " - - ["
            + time
            + "] \"GET "
            + path
            + " HTTP/1.1\" "
            + status
            + " "
            + random.nextInt(50_000);
    return format.equals("common")
        ? common
        : common
            + " \"https://shop.example/start\" \""
            + AGENTS[random.nextInt(AGENTS.length)]
            + "\"";
  }
}
