package dev.penstock.it.shadow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Requests in the order of their times, always the same ones. */
record RequestTrace(List<TraceRequest> requests) {
  /** Ten minutes before midnight in Berlin, on 21 September 2026. */
  static final long START_MICROS = 1_790_027_400_000_000L;

  /** Limits are met by those who ask for the same again and again. */
  private static final int USUAL_RUN = 20;

  private static final int UNAUTHORIZED = 401;

  /**
   * Requests for these paths, some for the same one and then some for another. One of them may have
   * a method in front; what is asked for at {@code /members} comes from users, and one in two at
   * {@code /login} fails.
   */
  static RequestTrace of(int count, List<String> targets) {
    var random = new Random(20260921);
    List<TraceRequest> requests = new ArrayList<>();
    long micros = START_MICROS;
    String target = targets.get(0);
    for (int n = 0; n < count; n++) {
      micros += gap(random);
      if (random.nextInt(USUAL_RUN) == 0) {
        target = targets.get(random.nextInt(targets.size()));
      }
      requests.add(request(micros, target, random));
    }
    return new RequestTrace(requests);
  }

  /** Mostly one right after the other or at the same time, now and then after a long while. */
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

  /** As {@code simulate} reads them. */
  String lines() {
    return requests.stream().map(TraceRequest::line).collect(Collectors.joining());
  }

  /** The first instant of a minute that comes after all of them. */
  long endMicros() {
    return requests.get(requests.size() - 1).micros() / 60_000_000 * 60_000_000 + 120_000_000;
  }
}
