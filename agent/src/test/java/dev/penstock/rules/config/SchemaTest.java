package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.LimitParser;
import dev.penstock.rules.config.value.MatchListParser;
import dev.penstock.rules.config.value.OutboundVocabulary;
import dev.penstock.rules.config.value.PacingParser;
import dev.penstock.rules.config.value.QuotaParser;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the JSON Schema and the parser accept the same files. */
class SchemaTest {
  private static final File FILE = new File("../config-samples/penstock.schema.json");

  @ParameterizedTest(name = "{0}")
  @MethodSource("maps")
  void hasTheSameKeysAsTheParser(String definition, Vocabulary vocabulary) throws IOException {
    assertThat(keysOf(find(definition).get("properties")))
        .containsExactlyInAnyOrderElementsOf(vocabulary.known());
    assertThat(find(definition).get("additionalProperties")).isEqualTo(false);
  }

  static Stream<Arguments> maps() {
    return Stream.of(
        Arguments.of("", TopLevelParser.KEYS),
        Arguments.of("rule", RuleParser.KEYS),
        Arguments.of("limit", QuotaParser.KEYS),
        Arguments.of("match", MatchListParser.KEYS),
        Arguments.of("count", CountParser.KEYS),
        Arguments.of("response", ResponseParser.KEYS),
        Arguments.of("template", ResponseParser.TEMPLATE),
        Arguments.of("plans", PlansParser.KEYS),
        Arguments.of("clientIp", ClientAddressParser.KEYS),
        Arguments.of("shed", SheddingParser.KEYS),
        Arguments.of("store", StoreParser.KEYS),
        Arguments.of("console", ConsoleParser.KEYS),
        Arguments.of("telemetry", TelemetryParser.KEYS),
        Arguments.of("shadow", ShadowParser.KEYS),
        Arguments.of("shadowLog", ShadowLogParser.KEYS),
        Arguments.of("candidate", ShadowBlockParser.INBOUND),
        Arguments.of("outboundCandidate", ShadowBlockParser.OUTBOUND),
        Arguments.of("outboundRule", OutboundVocabulary.RULE),
        Arguments.of("outboundLimit", OutboundVocabulary.LIMIT),
        Arguments.of("outboundMatch", OutboundVocabulary.MATCH),
        Arguments.of("learn", PacingParser.LEARN),
        Arguments.of("backoff", PacingParser.BACKOFF));
  }

  @Test
  void coversEveryMap() throws IOException {
    List<String> maps = new ArrayList<>();
    for (Map.Entry<?, ?> entry : JsonSchema.map(schema().get("$defs")).entrySet()) {
      if (JsonSchema.map(entry.getValue()).containsKey("properties")) {
        maps.add(entry.getKey().toString());
      }
    }
    assertThat(maps).hasSize((int) maps().count() - 1);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("words")
  void hasTheSameWordsAsTheParser(Object choices, Vocabulary vocabulary) {
    assertThat((Collection<?>) choices)
        .map(Object::toString)
        .containsExactlyInAnyOrderElementsOf(vocabulary.known());
  }

  static Stream<Arguments> words() throws IOException {
    Map<?, ?> limit = JsonSchema.map(find("limit").get("properties"));
    Map<?, ?> outbound = JsonSchema.map(find("outboundLimit").get("properties"));
    return Stream.of(
        Arguments.of(choices(find("mode")), ModeParser.MODES),
        Arguments.of(choices(find("dialect")), ResponseParser.FIELDS),
        Arguments.of(choices(find("bodyKind")), ResponseParser.BODIES),
        Arguments.of(choices(limit.get("algorithm")), LimitParser.ALGORITHMS),
        Arguments.of(choices(find("onOutage")), OnFailureParser.CHOICES),
        Arguments.of(
            choices(JsonSchema.map(find("store").get("properties")).get("accuracy")),
            StoreParser.ACCURACIES),
        Arguments.of(choices(limit.get("on-missing-key")), QuotaParser.MISSING_KEYS),
        Arguments.of(choices(outbound.get("algorithm")), LimitParser.ALGORITHMS),
        Arguments.of(choices(outbound.get("on-missing-key")), OutboundVocabulary.MISSING_KEYS));
  }

  /** The choices of a property that is one of several words or a variable. */
  private static @Nullable Object choices(@Nullable Object schema) {
    List<?> options = (List<?>) JsonSchema.map(schema).get("anyOf");
    return JsonSchema.map(Objects.requireNonNull(options).get(0)).get("enum");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inbound: { a: { match: /a } }",
        "inbound: { a: { rate: 5/s } }",
        "inbound: { a: { match: /a, rate: 5/m } }",
        "inbound: { a: { match: /a, rate: 5/sek } }",
        "inbound: { a: { match: { path: '/a/:id' }, rate: 5/s } }",
        "inbound: { a: { match: { path: '/a/[0-9]+' }, rate: 5/s } }",
        "inbound: { a: { match: { path: '/a /b' }, rate: 5/s } }",
        "inbound: { a: { match: { path: /a, methods: GET|POST }, rate: 5/s } }",
        "inbound: { a: { match: { path: /a, methods: '*' }, rate: 5/s } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, wait: 2m } }",
        "inbound: { a: { match: {}, rate: 5/s } }",
        "inbound: { a: { match: /a, rate: 5/s, algorithm: gcr } }",
        "inbound: { a: { match: /a, rate: 5/s, colour: blue } }",
        "inbound: { a: { match: /a, limits: [] } }",
        "inbound: { 'a b': { match: /a, rate: 5/s } }",
        "response: { status: 200 }",
        "plans: { from: ip }",
        "mode: on",
        "outbound: { a: { match: 'https://a.org/**' } }",
        "outbound: { a: { rate: 5/s } }",
        "outbound: { a: { match: {}, rate: 5/s } }",
        "outbound: { a: { match: { scheme: ftp }, rate: 5/s } }",
        "outbound: { a: { match: { port: 0 }, rate: 5/s } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, wait: 2 } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, learn: {} } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, learn: maybe } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, response: { status: 503 } } }",
        "outbound: { a: { match: 'https://a.org/**', limits: { rate: 5/s, wait: 2s } } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, on-missing-key: ip } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: {} } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: next.yaml } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: { key: ip } } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: { learn: true } } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s, shadow: { mode: off } } }",
        "shadow: {}",
        "shadow: { threshold: 2 }",
        "shadow: { threshold: 0.00001% }",
        "shadow: { min-duration: 1month }",
        "shadow-log: { max-size: 64MB }",
        "shadow-log: { path: a.jsonl, max-size: 64 }",
        "shadow-log: { path: a.jsonl, secret: short }",
        "console: 0",
        "console: 65536",
        "console: on",
        "console: {}",
        "console: { host: localhost }",
        "console: { port: 1, colour: blue }",
        "console: { port: 1, token: short }",
        "telemetry: {}",
        "telemetry: { jmx: maybe }",
        "telemetry: { metrics: true }",
        "store: { redis: localhost }",
        "store: { redis: 'redis://' }",
        "store: { redis: 'redis://h', accuracy: precise }",
        "store: { redis: 'redis://h', timeout: 20 }",
        "store: { redis: 'redis://h', on-failure: shut }",
        "store: { redis: 'redis://h', instances: 0 }",
        "store: { redis: 'redis://h', instances: 100001 }",
        "store: { redis: 'redis://h', prefix: '{a}' }",
        "store: { redis: 'redis://h', secret: short }",
        "store: { redis: 'redis://h' }\ninbound: { a: { match: /a, rate: 5/s, on-store-failure: shut } }",
        "store: { redis: 'redis://h' }\n"
            + "inbound: { a: { match: /a, rate: 5/s, shadow: { on-store-failure: open } } }",
      })
  void rejectsFilesThatTheParserRejects(String text) throws IOException {
    String file = "version: 1\n" + text;
    assertThat(RulesFile.parse("penstock.yaml", file)).isInstanceOf(ParsedRules.Broken.class);
    assertThat(JsonSchema.problems(Files.readString(FILE.toPath()), file)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outbound: {}",
        "inbound: { a: { match: /a, rate: 5/minute }, b: { match: /b, rate: 5 / 10 seconds } }",
        "inbound: { a: { match: /a, rate: 5/days }, b: { match: /b, rate: 5/2months } }",
        "inbound: { a: { match: { path: '/$batch' }, rate: 5/hr }, b: { match: '/O(7)', rate: 5/w } }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/mins, wait: 2 seconds } }",
        "shadow: { file: next.yaml, min-duration: 3 days }",
        "outbound: { a: { match: 'https://a.org/**', rate: 5/s } }",
        "outbound: { a: { match: { scheme: '*', port: 8080 }, concurrency: 5, wait: 2s, queue: 9 } }",
        "outbound: { a: { match: ['https://a.org/**'], limits: [{ rate: 5/s }, { rate: 9/h }] } }",
        "outbound: { a: { match: 'https://*/**', learn: { cap: 1h }, backoff: { base: 1s } } }",
        "outbound: { a: { match: 'https://*/**', learn: true, backoff: true, count-retries: true } }",
        "outbound: { a: { match: 'https://*/**', rate: 5/s, wait: '${env:WAIT:-2s}' } }",
        "outbound: { a: { match: 'https://*/**', key: header.X, rate: 5/s, on-missing-key: deny } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: { algorithm: gcra, burst: 9, cost: 2 } } }",
        "inbound: { a: { match: /a, rate: 5/s, shadow: { limits: [{ rate: 5/s, key: ip }] } } }",
        "outbound: { a: { match: 'https://*/**', rate: 5/s, shadow: { learn: { cap: 1h }, wait: 1s } } }",
        "console: 1",
        "console: ${env:PORT:-9797}",
        "console: { port: 65535, host: 0.0.0.0, token: '0123456789abcdef' }",
        "console: { port: '${env:PORT:-9797}', host: '::1' }",
        "telemetry: { jmx: true, spans: '${env:SPANS:-false}' }",
        "shadow: next.yaml",
        "shadow: { file: next.yaml, threshold: 0.5%, min-requests: 0, min-duration: 2week }",
        "store: { redis: 'redis://h' }",
        "store: { redis: 'rediss-sentinel://ann:pw@h1,h2:26379/m/2', accuracy: leased, timeout: 1ms }",
        "store: { redis: '${env:REDIS:-redis://h}', on-failure: '${env:F:-open}', instances: 100000 }",
        "store: { redis: 'valkey://h', prefix: 'a:b-c_d.e', secret: '0123456789abcdef' }",
        "store: { redis: 'redis://h' }\n"
            + "inbound: { a: { match: /a, limits: [{ rate: 5/s, on-store-failure: open }] } }",
        "store: { redis: 'redis://h' }\n"
            + "outbound: { a: { match: 'https://*/**', rate: 5/s, on-store-failure: closed } }",
        "shadow-log: divergence.jsonl",
        "shadow-log: { path: a.jsonl, max-size: 1GiB, keep: 0, secret: '0123456789abcdef' }",
      })
  void acceptsFilesThatTheParserAccepts(String text) throws IOException {
    String file = "version: 1\n" + text;
    assertThat(RulesFile.parse("penstock.yaml", file)).isInstanceOf(ParsedRules.Good.class);
    assertThat(JsonSchema.problems(Files.readString(FILE.toPath()), file)).isEmpty();
  }

  private static Map<?, ?> schema() throws IOException {
    return JsonSchema.map(JsonSchema.read(Files.readString(FILE.toPath())));
  }

  private static Map<?, ?> find(String definition) throws IOException {
    return definition.isEmpty()
        ? schema()
        : JsonSchema.map(JsonSchema.map(schema().get("$defs")).get(definition));
  }

  private static List<String> keysOf(@Nullable Object properties) {
    return JsonSchema.map(properties).keySet().stream().map(Object::toString).toList();
  }
}
