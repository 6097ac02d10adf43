package dev.penstock.shadow.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.shadow.simulate.AlgorithmModels.Model;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares each decision of the simulator with a model of the algorithm, to the millisecond. */
class DecisionsAgainstModelsTest {
  private static final int CALLS = 2_000;
  private static final Pattern DECISION =
      Pattern.compile(
          "\\{\"n\":(\\d+),\"t\":(\\d+),\"admitted\":(true|false),\"rule\":\"a\","
              + "\"remaining\":(\\d+),\"retry_after_ms\":(\\d+)}");

  @ParameterizedTest
  @CsvSource({
    "fixed-window, 5, 1000",
    "fixed-window, 7, 60000",
    "sliding-window, 5, 1000",
    "sliding-window, 7, 60000",
    "sliding-window, 100, 60000",
    "sliding-log, 5, 1000",
    "sliding-log, 7, 60000",
    "token-bucket, 5, 1000",
    "token-bucket, 7, 60000",
    "token-bucket, 11, 3000",
  })
  void decidesLikeTheModel(String algorithm, long permits, long windowMillis) {
    for (int seed = 0; seed < 5; seed++) {
      long burst = algorithm.equals("token-bucket") ? 1 + seed * 2L : permits;
      check(algorithm, permits, windowMillis, burst, new Random(seed));
    }
  }

  private static void check(
      String algorithm, long permits, long windowMillis, long burst, Random random) {
    StringBuilder log = new StringBuilder();
    String[] clients = new String[CALLS];
    long[] times = new long[CALLS];
    long now = 1_790_000_000_000L + random.nextInt(100_000);
    for (int i = 0; i < CALLS; i++) {
      now += pause(random, windowMillis / permits);
      times[i] = now;
      clients[i] = "10.0.0." + random.nextInt(4);
      log.append("{\"t\":" + now + ",\"path\":\"/\",\"ip\":\"" + clients[i] + "\"}\n");
    }
    String rules =
        "inbound: { a: { match: /**, key: ip, algorithm: "
            + algorithm
            + ", rate: "
            + permits
            + "/"
            + windowMillis
            + "ms"
            + (algorithm.equals("token-bucket") ? ", burst: " + burst : "")
            + " } }";
    Map<String, Model> models = new HashMap<>();
    String[] decisions = ReplayedLog.of(log.toString(), rules).decisions().split("\n", -1);
    assertThat(decisions).hasSize(CALLS + 1);
    for (int i = 0; i < CALLS; i++) {
      Model model =
          models.computeIfAbsent(
              clients[i],
              client -> AlgorithmModels.of(algorithm, permits, windowMillis * 1000, burst));
      check(decisions[i], i, times[i], model);
    }
  }

  /** A random pause, so that four clients send about as much as the limit allows. */
  private static long pause(Random random, long interval) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> 0;
      case 4 -> random.nextInt((int) (8 * interval) + 1);
      default -> random.nextInt((int) interval + 1);
    };
  }

  private static void check(String line, int index, long millis, Model model) {
    Matcher decision = DECISION.matcher(line);
    assertThat(decision.matches()).as(line).isTrue();
    assertThat(Long.parseLong(decision.group(1))).isEqualTo(index + 1);
    assertThat(Long.parseLong(decision.group(2))).isEqualTo(millis);
    boolean fits = model.fits(millis * 1000);
    assertThat(decision.group(3)).as(line).isEqualTo(Boolean.toString(fits));
    long wait = Long.parseLong(decision.group(5));
    if (!fits) {
      assertThat(model.fits((millis + wait) * 1000)).as("at the announced time, " + line).isTrue();
      assertThat(model.fits((millis + wait - 1) * 1000))
          .as("one millisecond earlier, " + line)
          .isFalse();
      return;
    }
    assertThat(wait).isZero();
    model.spend(millis * 1000);
    boolean more = model.fits(millis * 1000);
    assertThat(Long.parseLong(decision.group(4)) > 0).as("remaining, " + line).isEqualTo(more);
  }
}
