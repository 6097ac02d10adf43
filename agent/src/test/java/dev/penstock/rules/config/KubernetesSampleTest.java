package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.RedisSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Checks that the files in {@code config-samples/kubernetes} are consistent and valid. */
class KubernetesSampleTest {
  private static final File FOLDER = new File("../config-samples/kubernetes");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{env:(\\w+)}");

  private final Object configMap = object("rules.yaml");
  private final Object secret = object("secret.yaml");
  private final Object deployment = object("deployment.yaml");
  private final Object pod = at(deployment, "spec.template.spec");
  private final Object container = at(pod, "containers.0");
  private final String rules = text(value(at(configMap, "data"), "penstock.yaml"));

  private static Object object(String name) {
    try {
      String text = Files.readString(new File(FOLDER, name).toPath());
      return new Load(LoadSettings.builder().build()).loadFromString(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The value at a path of names and indexes. */
  private static Object at(Object root, String path) {
    Object here = root;
    for (String step : path.split("\\.", -1)) {
      here = here instanceof List<?> list ? list.get(Integer.parseInt(step)) : value(here, step);
    }
    return here;
  }

  private static Object value(Object map, String name) {
    return Objects.requireNonNull(((Map<?, ?>) map).get(name), name);
  }

  private static String text(Object scalar) {
    return String.valueOf(scalar);
  }

  /** The objects of a list by name. */
  private static Map<String, Object> named(Object list) {
    Map<String, Object> named = new HashMap<>();
    for (Object each : (List<?>) list) {
      named.put(text(at(each, "name")), each);
    }
    return named;
  }

  /** The variables that come from the Secret, with their values. */
  private Map<String, String> variablesOfSecret() {
    Map<String, String> values = new HashMap<>();
    named(at(container, "env"))
        .forEach(
            (name, variable) -> {
              if (((Map<?, ?>) variable).containsKey("valueFrom")) {
                Object from = at(variable, "valueFrom.secretKeyRef");
                assertThat(at(from, "name")).isEqualTo(at(secret, "metadata.name"));
                values.put(name, text(at(secret, "stringData." + text(at(from, "key")))));
              }
            });
    return values;
  }

  @Test
  void theContainerSetsTheVariablesThatTheRulesUse() {
    Set<String> placeholders =
        PLACEHOLDER
            .matcher(rules)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(placeholders).containsExactly("PENSTOCK_SECRET", "REDIS_PASSWORD");
    assertThat(variablesOfSecret()).containsOnlyKeys(placeholders);
  }

  @Test
  void theRulesInTheConfigMapAreValidAndHaveOneInstancePerReplica() {
    ParsedRules parsed = RulesFile.parse("penstock.yaml", rules, variablesOfSecret()::get);
    assertThat(parsed).isInstanceOf(ParsedRules.Good.class);
    ParsedRules.Good good = (ParsedRules.Good) parsed;
    assertThat(good.warnings()).isEmpty();
    assertThat(good.rules().inbound().rules()).isNotEmpty();
    RedisSettings redis = Objects.requireNonNull(good.rules().inbound().settings().store().redis());
    assertThat(redis.instances()).isEqualTo(at(deployment, "spec.replicas"));
  }

  @Test
  void theAgentOptionNamesTheCopiedJarAndTheMountedRules() {
    Object init = at(pod, "initContainers.0");
    String jar = text(at(init, "command.2"));
    Map<String, Object> mounts = named(at(container, "volumeMounts"));
    String folder = text(at(value(mounts, "penstock-rules"), "mountPath"));
    assertThat(at(value(named(at(container, "env")), "JAVA_TOOL_OPTIONS"), "value"))
        .isEqualTo("-javaagent:" + jar + "=" + folder + "/penstock.yaml");
    assertThat(jar).startsWith(at(value(mounts, "penstock-jar"), "mountPath") + "/");
    assertThat(at(init, "volumeMounts.0.mountPath"))
        .isEqualTo(at(value(mounts, "penstock-jar"), "mountPath"));
    Map<String, Object> volumes = named(at(pod, "volumes"));
    assertThat(volumes).containsOnlyKeys(mounts.keySet());
    assertThat(at(value(volumes, "penstock-rules"), "configMap.name"))
        .isEqualTo(at(configMap, "metadata.name"));
  }

  @Test
  void theDeploymentSelectsItsOwnPods() {
    assertThat(at(deployment, "spec.selector.matchLabels"))
        .isEqualTo(at(deployment, "spec.template.metadata.labels"));
    assertThat(
            List.of(
                text(at(deployment, "kind")),
                text(at(configMap, "kind")),
                text(at(secret, "kind"))))
        .containsExactly("Deployment", "ConfigMap", "Secret");
  }
}
