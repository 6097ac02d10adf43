package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.prometheus.Exposed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The alerts and the dashboard in {@code config-samples} are about what the agent shows. */
class SamplesForMonitoringTest {
  private static final Path PROMETHEUS = Path.of("../config-samples/prometheus");
  private static final Path DASHBOARD = Path.of("../config-samples/grafana/penstock.json");
  private static final List<String> TESTS = List.of("alerts_test.yaml", "alerts_test_days.yaml");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

  @TempDir Path folder;
  private final Exposed exposed = new Exposed();

  @Test
  void prometheusTakesTheAlertsAndTheConfiguration() throws Exception {
    Promtool promtool = Promtool.find();
    assertThat(promtool.run(PROMETHEUS, "check", "rules", "alerts.yaml")).endsWith("exit 0");
    for (String name : List.of("alerts.yaml", "prometheus.yaml")) {
      Files.copy(PROMETHEUS.resolve(name), folder.resolve(name));
    }
    String[] check = {"check", "config", "prometheus.yaml"};
    assertThat(promtool.run(folder, check)).contains("penstock-token").endsWith("exit 1");
    Files.writeString(folder.resolve("penstock-token"), "secret");
    assertThat(promtool.run(folder, check)).contains("1 rule files found").endsWith("exit 0");
  }

  @Test
  void alertsFireWhenTheyShouldAndOnlyThen() throws Exception {
    String[] test = {"test", "rules", TESTS.get(0), TESTS.get(1)};
    assertThat(Promtool.find().run(PROMETHEUS, test)).endsWith("exit 0");
  }

  @Test
  void everyAlertIsSeenToFireAndToBeSilent() throws IOException {
    Set<String> fire = new TreeSet<>();
    Set<String> silent = new TreeSet<>();
    for (String file : TESTS) {
      for (Map<?, ?> test : maps(load(PROMETHEUS.resolve(file)), "alert_rule_test")) {
        boolean isSilent = ((Collection<?>) value(test, "exp_alerts")).isEmpty();
        (isSilent ? silent : fire).add(text(test, "alertname"));
      }
    }
    assertThat(fire).isEqualTo(namesOfAlerts());
    assertThat(silent).isEqualTo(namesOfAlerts());
  }

  @Test
  void everyAlertSaysWhatToDoAndHowUrgentItIs() throws IOException {
    for (Map<?, ?> alert : alerts()) {
      String name = text(alert, "alert");
      Map<?, ?> annotations = (Map<?, ?>) value(alert, "annotations");
      assertThat(text(annotations, "summary")).as(name).hasSizeBetween(20, 120);
      assertThat(text(annotations, "description")).as(name).hasSizeGreaterThan(120);
      assertThat(text((Map<?, ?>) value(alert, "labels"), "severity"))
          .as(name)
          .isIn("critical", "warning", "info");
      assertThat(text(alert, "for")).as(name).matches("[1-9]\\d*[mhd]");
    }
  }

  @Test
  void alertsNameOnlyWhatThereIs() throws IOException {
    for (Map<?, ?> alert : alerts()) {
      assertThat(new Query(text(alert, "expr")).unknown(exposed)).as("%s", alert).isEmpty();
    }
  }

  @Test
  void alertsAreTriedOnWhatThereIs() throws IOException {
    for (String file : TESTS) {
      for (Map<?, ?> series : maps(load(PROMETHEUS.resolve(file)), "input_series")) {
        // Names of rules are up to the file; all else is not.
        String selector = text(series, "series").replaceAll("(rule|le)=\"[^\"]*\",?", "");
        assertThat(new Query(selector).unknown(exposed)).as(selector).isEmpty();
      }
    }
  }

  @Test
  void theGuideHasEveryAlert() throws IOException {
    Matcher row =
        Pattern.compile("(?m)^\\| `(Penstock\\w+)` \\|")
            .matcher(Files.readString(Path.of("../docs/monitoring.md")));
    List<String> told = new ArrayList<>();
    while (row.find()) {
      told.add(row.group(1));
    }
    assertThat(told).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(told)).isEqualTo(namesOfAlerts());
  }

  @Test
  void theDashboardNamesOnlyWhatThereIs() throws IOException {
    List<Query> queries = queries();
    assertThat(queries).hasSizeGreaterThan(30);
    for (Query query : queries) {
      assertThat(query.unknown(exposed)).as(query.text()).isEmpty();
    }
    Set<String> chosen = new TreeSet<>();
    for (Map<?, ?> variable : maps(load(DASHBOARD), "list")) {
      chosen.add(text(variable, "name"));
      if (variable.get("definition") instanceof String definition) {
        Matcher values = LABEL_VALUES.matcher(definition);
        assertThat(values.matches()).as(definition).isTrue();
        Query query = new Query("count by (" + values.group(2) + ") (" + values.group(1) + ")");
        assertThat(query.unknown(exposed)).as(definition).isEmpty();
      }
    }
    assertThat(chosen).contains("datasource", "job", "instance", "rule");
  }

  @Test
  void legendsNameOnlyWhatTheirQueryKeeps() throws IOException {
    for (Map<?, ?> target : maps(load(DASHBOARD), "targets")) {
      Query query = new Query(text(target, "expr"));
      assertThat(query.missingFor(text(target, "legendFormat"), exposed)).isEmpty();
    }
  }

  @Test
  void everyPanelIsExplainedAndHasItsPlace() throws IOException {
    Set<String> places = new TreeSet<>();
    Set<String> ids = new TreeSet<>();
    for (Map<?, ?> panel : maps(load(DASHBOARD), "panels")) {
      String title = text(panel, "title");
      assertThat(ids.add(text(panel, "id"))).as(title).isTrue();
      Map<?, ?> place = (Map<?, ?>) value(panel, "gridPos");
      int left = (Integer) value(place, "x");
      int top = (Integer) value(place, "y");
      for (int x = left; x < left + (Integer) value(place, "w"); x++) {
        for (int y = top; y < top + (Integer) value(place, "h"); y++) {
          assertThat(places.add(x + "," + y)).as("%s is alone at %d,%d", title, x, y).isTrue();
          assertThat(x).as(title).isLessThan(24);
        }
      }
      if (!text(panel, "type").equals("row")) {
        assertThat(text(panel, "description")).as(title).endsWith(".");
        assertThat(String.valueOf(value(panel, "datasource"))).contains("${datasource}");
      }
    }
  }

  @Test
  void everyQueryOfTheDashboardShowsSomethingOfABusyAgent() throws Exception {
    Promtool promtool = Promtool.find();
    StringBuilder rules = new StringBuilder("groups:\n  - name: panels\n    rules:\n");
    StringBuilder tests =
        new StringBuilder("rule_files: [rules.yaml]\ntests:\n  - interval: 15s\n");
    tests.append("    input_series:\n").append(exposed.series()).append("    alert_rule_test:\n");
    for (Query query : queries()) {
      String name = "Query" + rules.length();
      String asked =
          query
              .text()
              .replaceAll("\\$__(rate_interval|range)", "5m")
              .replaceAll("\"\\$\\w+\"", "\".*\"");
      // Whatever is not a number is not above this.
      rules.append("      - alert: ").append(name).append("\n        expr: >-\n");
      rules.append("          count((").append(asked).append(") > -Inf)\n");
      tests.append("      - eval_time: 15m\n        alertname: ").append(name);
      tests.append("\n        exp_alerts: [{}]\n");
    }
    Files.writeString(folder.resolve("rules.yaml"), rules);
    Files.writeString(folder.resolve("test.yaml"), tests);
    assertThat(promtool.run(folder, "test", "rules", "test.yaml"))
        .as("%s", rules)
        .endsWith("exit 0");
  }

  /** That the checks above can find something. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          penstok_info ; there is no metric penstok_info
          penstock_wait_seconds ; there is no metric penstock_wait_seconds
          penstock_keys{rule="login"} ; penstock_keys has no label rule
          penstock_calls_total{outcome=~"shed|lost"} ; penstock_calls_total has no outcome lost
          sum by (job, rule) (rate(penstock_keys[5m])) ; penstock_keys has no label rule to go by
          penstock_info and on (job, host) penstock_keys ; nothing has the label host
          """)
  void aSlipIsFound(String query, String fault) {
    assertThat(new Query(query).unknown(exposed)).contains(fault);
  }

  private static List<Query> queries() throws IOException {
    List<Map<?, ?>> with = maps(load(DASHBOARD), "targets");
    List<Query> queries = new ArrayList<>();
    with.addAll(maps(value((Map<?, ?>) load(DASHBOARD), "annotations"), "list"));
    for (Map<?, ?> each : with) {
      if (each.get("expr") instanceof String expr) {
        queries.add(new Query(expr));
      }
    }
    return queries;
  }

  private static List<Map<?, ?>> alerts() throws IOException {
    return maps(load(PROMETHEUS.resolve("alerts.yaml")), "rules");
  }

  private static Set<String> namesOfAlerts() throws IOException {
    Set<String> names = new TreeSet<>();
    alerts().forEach(alert -> names.add(text(alert, "alert")));
    return names;
  }

  /** JSON is YAML too. */
  private static Object load(Path file) throws IOException {
    String text = Files.readString(file);
    return new Load(LoadSettings.builder().build()).loadFromString(text);
  }

  /** The objects in all lists of this name, however deep. */
  private static List<Map<?, ?>> maps(Object root, String name) {
    List<Map<?, ?>> found = new ArrayList<>();
    if (root instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            if (key.equals(name) && value instanceof List<?> list) {
              list.forEach(each -> found.add((Map<?, ?>) each));
            }
            found.addAll(maps(value, name));
          });
    } else if (root instanceof List<?> list) {
      list.forEach(each -> found.addAll(maps(each, name)));
    }
    return found;
  }

  private static Object value(Map<?, ?> map, String name) {
    return Objects.requireNonNull(map.get(name), () -> name + " of " + map);
  }

  private static String text(Map<?, ?> map, String name) {
    return String.valueOf(value(map, name));
  }
}
