package dev.penstock.it.operator;

import static dev.penstock.it.operator.RulesFileIT.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.SchedulingDelay;
import dev.penstock.it.harness.apps.TestTarget;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A changed rules file takes effect within two seconds. Runs alone, because it measures time. */
@Isolated
class ReloadTimeIT {
  private static final int CHANGES = 5;
  private static final double PROMISED_MILLIS = 2_000;

  @ParameterizedTest
  @MethodSource("dev.penstock.it.harness.apps.TestTarget#one")
  void aChangeTakesEffectWithinTwoSeconds(TestTarget target) {
    try (var app = Launch.on(target).rules(rule("rule0", "/none", "1/week")).start();
        var delay = SchedulingDelay.measure()) {
      List<Double> millis = new ArrayList<>();
      for (int i = 1; i <= CHANGES; i++) {
        long startNanos = System.nanoTime();
        app.write("penstock.yaml", rule("rule" + i, "/none", "1/week"));
        app.awaitStderr("added rule" + i);
        millis.add((System.nanoTime() - startNanos) / 1e6);
      }
      double median = millis.stream().sorted().toList().get(CHANGES / 2);
      assertThat(median)
          .as("milliseconds until a change took effect: %s", millis)
          .isLessThan(PROMISED_MILLIS + delay.maxMillis());
    }
  }
}
