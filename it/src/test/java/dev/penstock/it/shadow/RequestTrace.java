package dev.penstock.it.shadow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** A reproducible random sequence of requests. */
record RequestTrace(List<TraceRequest> requests) {
  /** Ten minutes before midnight in Berlin, on 21 September 2026. */
  static final long START_MICROS = 1_790_027_400_000_000L;

  /** Runs of requests for one path, so that limits are reached. */
  private static final int AVERAGE_RUN = 20;

  private static final int UNAUTHORIZED = 401;

  /**
   * Requests for these targets, in runs for one target. A target may start with a method. Requests
   * for {@code /members} have a user, and every second request for {@code /login} fails.
   */
  static RequestTrace of(int count, List<String> targets) {
    var random = new Random(20260921);
    List<TraceRequest> requests = new ArrayList<>();
    long micros = START_MICROS;
    String target = targets.get(0);
    for (int n = 0; n < count; n++) {
      micros += gap(random);
      if (random.nextInt(AVERAGE_RUN) == 0) {
        target = targets.get(random.nextInt(targets.size()));
      }
      requests.add(request(micros, target, random));
    }
    return new RequestTrace(requests);
  }

  /** Most gaps are zero or short, some are long. */
  private static long gap(Random random) {
    int kind = random.nextInt(100);
    if (kind < 20) {
      return 0;
    }
    return random.nextInt(
        kind < 70 ? 3_000 : kind < 95 ? 500_000 : kind < 99 ? 3_000_000 : 30_000_000);
  }

  private static TraceRequest request(long micros, String target, Random random) {
    int space = target.indexOf(' ');
    String method = space < 0 ? "GET" : target.substring(0, space);
    String path = target.substring(space + 1);
    String ip = "198.51.100." + (1 + random.nextInt(3));
    String who = List.of("ann", "bob").get(random.nextInt(2));
    int status = 200;
    if (path.equals("/login")) {
      boolean right = random.nextBoolean();
      path += "?password=" + (right ? "right" : "wrong");
      status = right ? status : UNAUTHORIZED;
    }
    boolean asUser = path.equals("/members");
    return new TraceRequest(
        micros, method, path, ip, headers(who, asUser, random), asUser ? who : "", status);
  }

  private static Map<String, String> headers(String who, boolean asUser, Random random) {
    if (asUser) {
      byte[] secret = (who + ":secret of " + who).getBytes(UTF_8);
      return Map.of("Authorization", "Basic " + Base64.getEncoder().encodeToString(secret));
    }
    String key = List.of("", "k-free", "k-pro", "k-other").get(random.nextInt(4));
    return key.isEmpty() ? Map.of() : Map.of("X-API-Key", key);
  }

  /** The trace in the format of {@code simulate}. */
  String lines() {
    return requests.stream().map(TraceRequest::line).collect(Collectors.joining());
  }

  /** The start of a minute after the last request. */
  long endMicros() {
    return requests.get(requests.size() - 1).micros() / 60_000_000 * 60_000_000 + 120_000_000;
  }
}
