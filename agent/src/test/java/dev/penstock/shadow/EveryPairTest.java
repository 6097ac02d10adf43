package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.call.FakeCall;
import dev.penstock.limit.LimitModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counters, minutes, clients and the calls told of equal a slow model's, for any two algorithms.
 */
class EveryPairTest {
  private static final List<String> ALGORITHMS =
      List.of(
          "fixed-window", "sliding-log", "sliding-window", "token-bucket", "gcra", "leaky-bucket");
  private static final long MINUTE = 60_000_000;
  private static final int CALLS = 3_000;
  private static final int CLIENTS = 6;

  static Stream<Arguments> pairs() {
    return ALGORITHMS.stream()
        .flatMap(old -> ALGORITHMS.stream().map(next -> Arguments.of(old, next)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void everythingIsCountedAsTheModelCountsIt(String old, String next) {
    Watched watched =
        Watched.files(
            "inbound: { api: { match: /api/**, key: ip, rate: 12/min, algorithm: " + old + " } }",
            "inbound: { api: { match: /api/**, key: ip, rate: 10/min, algorithm: " + next + " } }");
    Model model = new Model(old, next);
    Random random = new Random(old.hashCode() * 31L + next.hashCode());
    for (int n = 0; n < CALLS; n++) {
      // Now and then a pause, so that minutes pass in which nothing happens.
      watched.ticker.advance(random.nextInt(50) == 0 ? 2 * MINUTE : random.nextInt(2_000_000));
      String client = "10.0.0." + random.nextInt(random.nextInt(CLIENTS) + 1);
      boolean limited = random.nextInt(10) > 0;
      watched.judge(FakeCall.of("GET " + (limited ? "/api/x" : "/free")).from(client));
      model.call(watched.ticker.micros(), client, limited);
    }
    Traffic traffic = watched.findings().inbound();
    assertThat(traffic.counts()).isEqualTo(model.overall());
    assertThat(traffic.rules().get(0).counts()).isEqualTo(model.ofRule());
    assertThat(minutes(traffic.minutes())).isEqualTo(model.minutes);
    assertThat(told(watched.diverged)).isEqualTo(model.diverged);
    assertThat(clients(traffic.newlyRejected())).isEqualTo(model.newlyRejected);
    assertThat(clients(traffic.newlyAdmitted())).isEqualTo(model.newlyAdmitted);
  }

  private static Map<Long, Counts> minutes(List<MinuteCounts> minutes) {
    Map<Long, Counts> byMinute = new TreeMap<>();
    minutes.forEach(minute -> byMinute.put(minute.minute(), minute.counts()));
    byMinute.values().removeIf(Counts.NONE::equals);
    return byMinute;
  }

  private static Map<String, Long> clients(List<Client> clients) {
    Map<String, Long> counts = new TreeMap<>();
    for (Client client : clients) {
      assertThat(client.tooMany()).isZero();
      counts.put(client.id(), client.count());
    }
    return counts;
  }

  private static List<String> told(List<Divergence> diverged) {
    return diverged.stream()
        .map(each -> each.timeMillis() + " " + each.client() + " " + each.newSide().rejects())
        .toList();
  }

  /** Two limiters for each client, which know nothing of each other. */
  private static final class Model {
    private final String old;
    private final String next;
    private final Map<String, LimitModel> olds = new HashMap<>();
    private final Map<String, LimitModel> nexts = new HashMap<>();
    private final long[] limited = new long[4];
    private long free;
    final Map<Long, Counts> minutes = new TreeMap<>();
    final List<String> diverged = new ArrayList<>();
    final Map<String, Long> newlyRejected = new TreeMap<>();
    final Map<String, Long> newlyAdmitted = new TreeMap<>();

    Model(String old, String next) {
      this.old = old;
      this.next = next;
    }

    void call(long now, String client, boolean isLimited) {
      boolean before = !isLimited || admits(olds, old, 12, client, now);
      boolean after = !isLimited || admits(nexts, next, 10, client, now);
      if (isLimited) {
        limited[(before ? 0 : 1) + (after ? 0 : 2)]++;
      } else {
        free++;
      }
      Counts one =
          new Counts(
              before && after ? 1 : 0,
              !before && after ? 1 : 0,
              before && !after ? 1 : 0,
              !before && !after ? 1 : 0);
      minutes.merge(now / MINUTE, one, Counts::plus);
      if (before != after) {
        diverged.add(now / 1_000 + " ip=" + client + " " + !after);
        (after ? newlyAdmitted : newlyRejected).merge("ip=" + client, 1L, Long::sum);
      }
    }

    private static boolean admits(
        Map<String, LimitModel> models, String algorithm, long permits, String client, long now) {
      LimitModel model =
          models.computeIfAbsent(client, name -> LimitModel.of(algorithm, permits, MINUTE));
      boolean fits = model.fits(now, 1);
      if (fits) {
        model.admit(now, 1);
      }
      return fits;
    }

    Counts ofRule() {
      return new Counts(limited[0], limited[1], limited[2], limited[3]);
    }

    Counts overall() {
      return new Counts(limited[0] + free, limited[1], limited[2], limited[3]);
    }
  }
}
