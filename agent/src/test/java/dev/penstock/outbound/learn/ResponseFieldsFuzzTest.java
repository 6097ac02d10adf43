package dev.penstock.outbound.learn;

import static dev.penstock.outbound.ExampleResponses.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.outbound.ExampleResponses;
import dev.penstock.outbound.FakeResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reads real responses with random changes. Every result is within its bounds. */
class ResponseFieldsFuzzTest {
  private static final int RUNS = 100_000;
  private static final long CAP = RateFieldsReader.DEFAULT_CAP_MICROS;
  private static final String CHARACTERS =
      "0123456789-+.,;=:\"\\ \tTZhmsupgq()/?wrtac\u00b5\0\u20ac";
  private static final int[] STATUSES = {200, 301, 400, 403, 429, 500, 503, 0, -1, 999};

  private final Random random = new Random(5);

  @Test
  void noResponseMakesTheReaderFailOrLeaveItsBounds() {
    RateFieldsReader fields = new RateFieldsReader();
    List<FakeResponse> examples =
        ExampleResponses.all().stream()
            .map(example -> new FakeResponse(example.response()))
            .toList();
    int informative = 0;
    int unreadable = 0;
    for (int run = 0; run < RUNS; run++) {
      FakeResponse response = mutant(examples.get(random.nextInt(examples.size())));
      LearnedLimits learned = fields.read(response, NOW);
      checkBounds(learned, response);
      informative += learned.budgets().isEmpty() ? 0 : 1;
      unreadable += learned.unreadable() == null ? 0 : 1;
    }
    assertThat(informative).as("mutants that still announce a budget").isGreaterThan(RUNS / 5);
    assertThat(unreadable).as("mutants with an unreadable header").isGreaterThan(RUNS / 20);
  }

  private static void checkBounds(LearnedLimits learned, FakeResponse response) {
    long pause = learned.pauseUntilMicros();
    boolean good = pause == LearnedLimits.NO_PAUSE || (pause > NOW && pause <= NOW + CAP);
    for (AnnouncedBudget budget : learned.budgets()) {
      good &= budget.remaining() >= 0;
      good &= budget.resetMicros() > NOW && budget.resetMicros() <= NOW + CAP;
      good &=
          budget.limit() >= AnnouncedBudget.UNKNOWN
              && budget.windowMicros() >= AnnouncedBudget.UNKNOWN;
    }
    if (!good) {
      assertThat(learned).as("%s %s", response.status(), response.fields()).isNull();
    }
  }

  private FakeResponse mutant(FakeResponse example) {
    Map<String, String> fields = new TreeMap<>(example.fields());
    List<String> names = new ArrayList<>(fields.keySet());
    for (int changes = random.nextInt(4); changes >= 0; changes--) {
      String name = names.get(random.nextInt(names.size()));
      fields.computeIfPresent(name, (key, value) -> changed(value));
    }
    if (random.nextInt(20) == 0) {
      fields.put("Date", changed("Mon, 16 Nov 2026 08:00:30 GMT"));
    }
    boolean sameStatus = random.nextInt(4) > 0;
    return new FakeResponse(
        sameStatus ? example.status() : STATUSES[random.nextInt(STATUSES.length)], fields);
  }

  private String changed(String value) {
    int at = random.nextInt(value.length() + 1);
    int to = Math.min(value.length(), at + random.nextInt(4));
    String inserted = String.valueOf(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    return switch (random.nextInt(6)) {
      case 0 -> value.substring(0, at) + value.substring(to);
      case 1 -> value.substring(0, at) + inserted + value.substring(to);
      case 2 ->
          value.substring(0, at) + inserted.repeat(1 + random.nextInt(40)) + value.substring(at);
      case 3 -> value.substring(0, at);
      case 4 -> value + "," + value.substring(at);
      default -> Long.toString(random.nextLong() >> random.nextInt(64));
    };
  }
}
