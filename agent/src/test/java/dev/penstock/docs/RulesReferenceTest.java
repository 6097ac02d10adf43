package dev.penstock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks that the rules reference has one section for each key of the JSON Schema. */
class RulesReferenceTest {
  private static final String SCHEMA = "/dev/penstock/cli/schema.json";
  private static final Pattern SECTION = Pattern.compile("### `([^`]+)`");
  private static final String TABLE = "| in | type | default |";

  /** The maps of the schema by their names in the first column of a section's table. */
  private static final Map<String, List<String>> MAPS_BY_NAME =
      Map.ofEntries(
          Map.entry("top level", List.of("")),
          Map.entry("rules", List.of("rule", "outboundRule")),
          Map.entry("inbound rules", List.of("rule")),
          Map.entry("outbound rules", List.of("outboundRule")),
          Map.entry("`limits`", List.of("limit", "outboundLimit")),
          Map.entry("inbound `limits`", List.of("limit")),
          Map.entry("`shadow` of rules", List.of("candidate", "outboundCandidate")),
          Map.entry("inbound `shadow`", List.of("candidate")),
          Map.entry("outbound `shadow`", List.of("outboundCandidate")),
          Map.entry("`match`", List.of("match", "outboundMatch")),
          Map.entry("outbound `match`", List.of("outboundMatch")),
          Map.entry("`count`", List.of("count")),
          Map.entry("`response`", List.of("response")),
          Map.entry("`response.body`", List.of("template")),
          Map.entry("`learn`", List.of("learn")),
          Map.entry("`backoff`", List.of("backoff")),
          Map.entry("`plans`", List.of("plans")),
          Map.entry("`client-ip`", List.of("clientIp")),
          Map.entry("`shed`", List.of("shed")),
          Map.entry("`store`", List.of("store")),
          Map.entry("top-level `shadow`", List.of("shadow")),
          Map.entry("`shadow-log`", List.of("shadowLog")),
          Map.entry("`console`", List.of("console")),
          Map.entry("`telemetry`", List.of("telemetry")));

  @Test
  void hasASectionForEachKeyOfTheSchema() throws IOException {
    assertThat(documented()).containsExactlyInAnyOrderElementsOf(keysOfSchema());
  }

  @Test
  void showsAnExampleInEachSection() {
    String title = "";
    boolean hasExample = true;
    for (String line : reference().lines()) {
      if (line.startsWith("##")) {
        assertThat(hasExample).as(title).isTrue();
        title = line;
        hasExample = !SECTION.matcher(line).matches();
      }
      hasExample |= line.equals("```yaml");
    }
    assertThat(hasExample).as(title).isTrue();
  }

  private static MarkdownFile reference() {
    return MarkdownFile.all().stream()
        .filter(file -> file.path().endsWith("docs/rules.md"))
        .findFirst()
        .orElseThrow();
  }

  /** The documented keys, each as the map of the schema, a dot and the key. */
  private static List<String> documented() {
    List<String> documented = new ArrayList<>();
    String key = "";
    List<String> lines = reference().prose();
    for (int i = 0; i < lines.size(); i++) {
      Matcher section = SECTION.matcher(lines.get(i));
      if (section.matches()) {
        key = section.group(1).substring(section.group(1).lastIndexOf('.') + 1);
        assertThat(lines.get(i + 2)).as(section.group()).isEqualTo(TABLE);
      } else if (lines.get(i).equals(TABLE)) {
        for (String name : lines.get(i + 2).split("\\|", -1)[1].strip().split(", ", -1)) {
          assertThat(MAPS_BY_NAME).as("maps of " + key).containsKey(name);
          for (String map : Objects.requireNonNull(MAPS_BY_NAME.get(name))) {
            documented.add(map + "." + key);
          }
        }
      }
    }
    return documented;
  }

  private static List<String> keysOfSchema() throws IOException {
    Map<?, ?> schema;
    try (InputStream in = RulesReferenceTest.class.getResourceAsStream(SCHEMA)) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      // JSON is a subset of YAML.
      Load load = new Load(LoadSettings.builder().build());
      schema = map(load.loadFromString(new String(bytes, StandardCharsets.UTF_8)));
    }
    List<String> keys = new ArrayList<>();
    keysOf("", schema).forEach(keys::add);
    map(schema.get("$defs"))
        .forEach((name, definition) -> keysOf(name.toString(), map(definition)).forEach(keys::add));
    return keys;
  }

  private static Stream<String> keysOf(String name, Map<?, ?> definition) {
    Object properties = definition.get("properties");
    return properties == null
        ? Stream.empty()
        : map(properties).keySet().stream().map(key -> name + "." + key);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return (Map<?, ?>) Objects.requireNonNull(value);
  }
}
