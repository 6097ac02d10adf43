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

/** Text becomes a tree of values that know where they stand. */
public final class YamlReader {
  private YamlReader() {}

  /** The root of the tree; null if there is none, which is then a problem. */
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
      // An alias of something that does not exist: the guard has already said so.
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
        .setSchema(new FailsafeSchema()) // all scalars are text; what they mean is up to us
        .setUseMarks(true)
        .setAllowNonScalarKeys(true) // refused later, and in our own words
        .setVersionFunction(YamlReader::anyVersion)
        .build();
  }

  /** What follows in the file is understood or not, whatever a directive says of it. */
  private static SpecVersion anyVersion(SpecVersion version) {
    return version;
  }

  private static boolean isEmpty(Node node) {
    return node instanceof ScalarNode scalar && scalar.isPlain() && scalar.getValue().isEmpty();
  }
}
