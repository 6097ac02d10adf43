package dev.penstock.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.telemetry.prometheus.ExposedMetrics;
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

/** Checks that alerts and dashboard in {@code config-samples} use existing metrics. */
class MonitoringSamplesTest {
  private static final Path PROMETHEUS = Path.of("../config-samples/prometheus");
  private static final Path DASHBOARD = Path.of("../config-samples/grafana/penstock.json");
  private static final List<String> TESTS = List.of("alerts_test.yaml", "alerts_test_days.yaml");
  private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

  @TempDir Path folder;
  private final ExposedMetrics exposed = new ExposedMetrics();

  @Test
  void promtoolAcceptsTheAlertsAndTheConfiguration() throws Exception {
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
  void alertsPassTheirTests() throws Exception {
    String[] test = {"test", "rules", TESTS.get(0), TESTS.get(1)};
    assertThat(Promtool.find().run(PROMETHEUS, test)).endsWith("exit 0");
  }

  @Test
  void everyAlertHasATestInWhichItFiresAndOneInWhichItDoesNot() throws IOException {
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
  void everyAlertHasADescriptionAndASeverity() throws IOException {
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
  void alertsUseOnlyExistingMetricsAndLabels() throws IOException {
    for (Map<?, ?> alert : alerts()) {
      assertThat(new PromQuery(text(alert, "expr")).problems(exposed)).as("%s", alert).isEmpty();
    }
  }

  @Test
  void testsOfAlertsUseOnlyExistingMetricsAndLabels() throws IOException {
    for (String file : TESTS) {
      for (Map<?, ?> series : maps(load(PROMETHEUS.resolve(file)), "input_series")) {
        // Names of rules and bucket limits vary; all other labels have fixed values.
        String selector = text(series, "series").replaceAll("(rule|le)=\"[^\"]*\",?", "");
        assertThat(new PromQuery(selector).problems(exposed)).as(selector).isEmpty();
      }
    }
  }

  @Test
  void theDocumentationListsEveryAlert() throws IOException {
    Matcher row =
        Pattern.compile("(?m)^\\| `(Penstock\\w+)` \\|")
            .matcher(Files.readString(Path.of("../docs/monitoring.md")));
    List<String> documented = new ArrayList<>();
    while (row.find()) {
      documented.add(row.group(1));
    }
    assertThat(documented).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(documented)).isEqualTo(namesOfAlerts());
  }

  @Test
  void theDashboardUsesOnlyExistingMetricsAndLabels() throws IOException {
    List<PromQuery> queries = queries();
    assertThat(queries).hasSizeGreaterThan(30);
    for (PromQuery query : queries) {
      assertThat(query.problems(exposed)).as(query.text()).isEmpty();
    }
    Set<String> chosen = new TreeSet<>();
    for (Map<?, ?> variable : maps(load(DASHBOARD), "list")) {
      chosen.add(text(variable, "name"));
      if (variable.get("definition") instanceof String definition) {
        Matcher values = LABEL_VALUES.matcher(definition);
        assertThat(values.matches()).as(definition).isTrue();
        PromQuery query =
            new PromQuery("count by (" + values.group(2) + ") (" + values.group(1) + ")");
        assertThat(query.problems(exposed)).as(definition).isEmpty();
      }
    }
    assertThat(chosen).contains("datasource", "job", "instance", "rule");
  }

  @Test
  void legendsUseOnlyLabelsOfTheirQuery() throws IOException {
    for (Map<?, ?> target : maps(load(DASHBOARD), "targets")) {
      PromQuery query = new PromQuery(text(target, "expr"));
      assertThat(query.missingFor(text(target, "legendFormat"), exposed)).isEmpty();
    }
  }

  @Test
  void everyPanelHasADescriptionAndItsOwnPosition() throws IOException {
    Set<String> cells = new TreeSet<>();
    Set<String> ids = new TreeSet<>();
    for (Map<?, ?> panel : maps(load(DASHBOARD), "panels")) {
      String title = text(panel, "title");
      assertThat(ids.add(text(panel, "id"))).as(title).isTrue();
      Map<?, ?> position = (Map<?, ?>) value(panel, "gridPos");
      int left = (Integer) value(position, "x");
      int top = (Integer) value(position, "y");
      for (int x = left; x < left + (Integer) value(position, "w"); x++) {
        for (int y = top; y < top + (Integer) value(position, "h"); y++) {
          assertThat(cells.add(x + "," + y))
              .as("%s overlaps no other panel at %d,%d", title, x, y)
              .isTrue();
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
  void everyQueryOfTheDashboardHasAResultForABusyAgent() throws Exception {
    Promtool promtool = Promtool.find();
    StringBuilder rules = new StringBuilder("groups:\n  - name: panels\n    rules:\n");
    StringBuilder tests =
        new StringBuilder("rule_files: [rules.yaml]\ntests:\n  - interval: 15s\n");
    tests.append("    input_series:\n").append(exposed.series()).append("    alert_rule_test:\n");
    for (PromQuery query : queries()) {
      String name = "Query" + rules.length();
      String expression =
          query
              .text()
              .replaceAll("\\$__(rate_interval|range)", "5m")
              .replaceAll("\"\\$\\w+\"", "\".*\"");
      // NaN is not greater than -Inf, so the comparison drops series without a number.
      rules.append("      - alert: ").append(name).append("\n        expr: >-\n");
      rules.append("          count((").append(expression).append(") > -Inf)\n");
      tests.append("      - eval_time: 15m\n        alertname: ").append(name);
      tests.append("\n        exp_alerts: [{}]\n");
    }
    Files.writeString(folder.resolve("rules.yaml"), rules);
    Files.writeString(folder.resolve("test.yaml"), tests);
    assertThat(promtool.run(folder, "test", "rules", "test.yaml"))
        .as("%s", rules)
        .endsWith("exit 0");
  }

  /** Checks that the checks above find mistakes. */
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
          sum by (job, rule) (rate(penstock_keys[5m])) ; penstock_keys has no label rule to group by
          penstock_info and on (job, host) penstock_keys ; no metric has the label host
          """)
  void aMistakeIsFound(String query, String problem) {
    assertThat(new PromQuery(query).problems(exposed)).contains(problem);
  }

  private static List<PromQuery> queries() throws IOException {
    List<Map<?, ?>> with = maps(load(DASHBOARD), "targets");
    List<PromQuery> queries = new ArrayList<>();
    with.addAll(maps(value((Map<?, ?>) load(DASHBOARD), "annotations"), "list"));
    for (Map<?, ?> each : with) {
      if (each.get("expr") instanceof String expr) {
        queries.add(new PromQuery(expr));
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

  /** Reads YAML or JSON, which is a subset of YAML. */
  private static Object load(Path file) throws IOException {
    String text = Files.readString(file);
    return new Load(LoadSettings.builder().build()).loadFromString(text);
  }

  /** The objects in all lists of this name, at any depth. */
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
