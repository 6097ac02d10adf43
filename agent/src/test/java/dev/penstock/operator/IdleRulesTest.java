package dev.penstock.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Direction;
import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Histogram;
import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import dev.penstock.telemetry.Snapshot.Reloads;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that rules without a matching call for ten minutes are idle. */
public class IdleRulesTest {
  @ParameterizedTest
  @CsvSource({
    // In seconds before now: last matched, started, last read; then the mode and the result.
    "600, 3600, 3600, ENFORCE, true",
    "599, 3600, 3600, ENFORCE, false",
    "600, 3600, 3600, SHADOW,  true",
    "600, 3600, 3600, OFF,     false",
    "-1,  600,  600,  ENFORCE, true",
    "-1,  599,  599,  ENFORCE, false",
    "-1,  3600, 599,  ENFORCE, false",
  })
  void aRuleIsIdleAfterTenMinutesWithoutACall(
      long matched, long started, long read, Mode mode, boolean idle) {
    assertThat(IdleRules.in(snapshot("api", matched, started, read, mode)))
        .isEqualTo(idle ? List.of("api") : List.of());
  }

  @Test
  void thereAreNoIdleRulesWithoutRules() {
    assertThat(IdleRules.in(SampleSnapshot.idle())).isEmpty();
  }

  /** A snapshot with a rule that last matched this many seconds ago; negative for never. */
  public static Snapshot snapshot(
      String name, long matchedAgo, long startedAgo, long readAgo, Mode mode) {
    Snapshot idle = SampleSnapshot.idle();
    long now = idle.takenAtMillis();
    Histogram none = new Histogram(List.of(), List.of(0L), 0);
    RuleFigures rule =
        new RuleFigures(
            Direction.INBOUND,
            name,
            "5/min",
            mode,
            mode,
            /* switchedBy= */ null,
            Map.of(),
            none,
            none,
            /* waitSeconds= */ null,
            /* held= */ 0,
            /* liveKeys= */ 0,
            matchedAgo < 0 ? 0 : now - 1000 * matchedAgo);
    return new Snapshot(
        now,
        now - 1000 * startedAgo,
        idle.version(),
        idle.setting(),
        List.of(rule),
        idle.inbound(),
        idle.outbound(),
        idle.hooks(),
        idle.limited(),
        idle.shadow(),
        idle.store(),
        new Reloads(1, 0, now - 1000 * readAgo, "", List.of()),
        idle.switches(),
        idle.suppressedErrors());
  }
}
