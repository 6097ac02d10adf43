package dev.penstock.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusTextTest {
  private static final List<Path> PROMTOOL =
      List.of(Path.of("/usr/bin/promtool"), Path.of("/usr/local/bin/promtool"));

  @TempDir Path folder;

  @Test
  void exposesAllMetricsOfABusyAgent() throws IOException {
    try (InputStream expected =
        Objects.requireNonNull(getClass().getResourceAsStream("/telemetry/busy.txt"))) {
      assertThat(PrometheusText.of(SampleSnapshot.busy()))
          .isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void exposesNoMetricsOfRulesRedisAndShadowForAnIdleAgent() {
    assertThat(PrometheusText.of(SampleSnapshot.idle()))
        .contains("\npenstock_mode{mode=\"enforce\"} 1\n")
        .contains("\npenstock_rules_broken 0\n")
        .contains("\npenstock_max_keys 1000000\n")
        .doesNotContain("rule=\"", "penstock_redis", "penstock_shadow");
  }

  @Test
  void escapesNamesOfRules() {
    String text = PrometheusText.of(SampleSnapshot.withRuleNamed("a\"b\\c\nd{e}=é"));
    assertThat(text)
        .contains("penstock_live_keys{direction=\"inbound\",rule=\"a\\\"b\\\\c\\nd{e}=é\"} 312\n");
    assertThat(text.lines()).allMatch(line -> line.startsWith("#") || line.matches(".*[} ]\\S+"));
  }

  @Test
  void exposesNoIdsOfClients() {
    Snapshot busy = SampleSnapshot.busy();
    assertThat(busy.limited()).isNotEmpty();
    for (Snapshot.LimitedClient client : busy.limited()) {
      assertThat(PrometheusText.of(busy)).doesNotContain(client.id());
    }
  }

  @Test
  void promtoolFindsNoProblem() throws IOException, InterruptedException {
    Optional<Path> promtool = PROMTOOL.stream().filter(Files::isExecutable).findFirst();
    assumeTrue(promtool.isPresent(), "SKIPPED: there is no promtool; Debian has `prometheus`");
    for (Snapshot snapshot :
        List.of(
            SampleSnapshot.busy(),
            SampleSnapshot.idle(),
            SampleSnapshot.withRuleNamed("a\"b\\c\nd{e}=é"))) {
      Path page = Files.writeString(folder.resolve("metrics"), PrometheusText.of(snapshot));
      Path output = folder.resolve("output");
      Process check =
          new ProcessBuilder(promtool.orElseThrow().toString(), "check", "metrics")
              .redirectInput(page.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(output)).isEmpty();
      assertThat(check.exitValue()).isZero();
    }
  }
}
