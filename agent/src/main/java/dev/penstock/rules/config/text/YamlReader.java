package dev.penstock.rules.config.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.SpecVersion;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/** Parses YAML text into a tree of values with positions. */
public final class YamlReader {
  private YamlReader() {}

  /** The root of the tree; null, with a problem, if the text has none. */
  public static @Nullable LocatedValue read(
      String text, Problems problems, Environment environment) {
    LoadSettings settings = settings();
    Secrets.hideByLooks(problems.source());
    if (!new YamlGuard(problems).admits(text, settings)) {
      return null;
    }
    Optional<Node> root;
    try {
      root = new Compose(settings).composeString(text);
    } catch (YamlEngineException e) {
      // An alias without an anchor, which the guard has already reported.
      if (!problems.hasErrors()) {
        YamlErrorMessages.report(e, problems);
      }
      return null;
    }
    if (root.isEmpty() || isEmpty(root.get())) {
      problems.errorInFile("the file is empty", "start with `version: 1`");
      return null;
    }
    Secrets.hide(root.get(), problems.source());
    return new LocatedValue(root.get(), new ValueOrigin(problems, environment));
  }

  private static LoadSettings settings() {
    return LoadSettings.builder()
        .setSchema(new FailsafeSchema()) // all scalars are text; the parsers interpret them
        .setUseMarks(true)
        .setAllowNonScalarKeys(true) // rejected later, with a better message
        .setVersionFunction(YamlReader::anyVersion)
        .build();
  }

  /** Accepts every version in a {@code %YAML} directive. */
  private static SpecVersion anyVersion(SpecVersion version) {
    return version;
  }

  private static boolean isEmpty(Node node) {
    return node instanceof ScalarNode scalar && scalar.isPlain() && scalar.getValue().isEmpty();
  }
}
