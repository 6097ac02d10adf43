package dev.penstock.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.telemetry.CountedClient;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares counters, minutes, clients and diverging calls with a model, for each pair of
 * algorithms.
 */
class AlgorithmPairsTest {
  private static final long MINUTE = 60_000_000;
  private static final int CALLS = 3_000;
  private static final int CLIENTS = 6;

  @ParameterizedTest
  @MethodSource("dev.penstock.shadow.PairModel#pairs")
  void countsEqualThoseOfTheModel(String enforced, String candidate) {
    ComparedFiles files =
        ComparedFiles.files(
            "inbound: { api: { match: /api/**, key: ip, rate: 12/min, algorithm: "
                + enforced
                + " } }",
            "inbound: { api: { match: /api/**, key: ip, rate: 10/min, algorithm: "
                + candidate
                + " } }");
    PairModel model = new PairModel(enforced, candidate);
    Random random = new Random(enforced.hashCode() * 31L + candidate.hashCode());
    for (int n = 0; n < CALLS; n++) {
      // Sometimes a pause, so that there are minutes without requests.
      files.ticker.advance(random.nextInt(50) == 0 ? 2 * MINUTE : random.nextInt(2_000_000));
      String client = "10.0.0." + random.nextInt(random.nextInt(CLIENTS) + 1);
      boolean limited = random.nextInt(10) > 0;
      files.decideAndCompare(FakeCall.of("GET " + (limited ? "/api/x" : "/free")).from(client));
      model.call(files.ticker.micros(), client, limited);
    }
    TrafficComparison traffic = files.result().inbound();
    assertThat(traffic.counts()).isEqualTo(model.overall());
    assertThat(traffic.rules().get(0).counts()).isEqualTo(model.ofRule());
    assertThat(minutes(traffic.minutes())).isEqualTo(model.minutes);
    assertThat(textOf(files.diverged)).isEqualTo(model.diverged);
    assertThat(clients(traffic.newlyRejected())).isEqualTo(model.newlyRejected);
    assertThat(clients(traffic.newlyAdmitted())).isEqualTo(model.newlyAdmitted);
  }

  private static Map<Long, AgreementCounts> minutes(List<MinuteCounts> minutes) {
    Map<Long, AgreementCounts> byMinute = new TreeMap<>();
    minutes.forEach(minute -> byMinute.put(minute.minute(), minute.counts()));
    byMinute.values().removeIf(AgreementCounts.NONE::equals);
    return byMinute;
  }

  private static Map<String, Long> clients(List<CountedClient> clients) {
    Map<String, Long> counts = new TreeMap<>();
    for (CountedClient client : clients) {
      assertThat(client.tooMany()).isZero();
      counts.put(client.id(), client.count());
    }
    return counts;
  }

  private static List<String> textOf(List<Divergence> diverged) {
    return diverged.stream()
        .map(each -> each.timeMillis() + " " + each.client() + " " + each.candidate().rejects())
        .toList();
  }
}
