package dev.penstock.rules.config.text;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Creates rules files in which one scalar comes from a variable with a recognizable value. */
public final class MarkedFiles {
  /** A word and a number that occur in no file and no message of Penstock. */
  public static final String WORD = "zqxsecret";

  public static final String NUMBER = "31337421";

  /** A variable of the marked files. */
  public static final String VARIABLE = "TELLTALE";

  /** Values of many formats, so that each setting gets some valid and some invalid ones. */
  public static final List<String> VALUES =
      List.of(
          WORD,
          "/" + WORD + "/**",
          "/" + WORD + "/*",
          "/:" + WORD,
          "/{" + WORD + "}",
          "/a*" + WORD,
          "/[" + WORD + "]",
          "GET /" + WORD,
          WORD + " /x",
          "header." + WORD,
          "path." + WORD,
          WORD + ".X",
          "https://" + WORD + ".example/**",
          "https://u:" + WORD + "@h/**",
          "https://h/" + WORD + "/**",
          "redis://u:" + WORD + "@h:6379",
          "redis://u:" + WORD,
          "redis://h:6379/" + WORD,
          WORD + "://h",
          "5/" + WORD,
          WORD + "/min",
          "5 per " + WORD,
          "7" + WORD,
          NUMBER,
          NUMBER + "s",
          NUMBER + "%",
          NUMBER + "/min",
          "0." + NUMBER + "%",
          "ip " + WORD,
          WORD + ".yaml");

  private MarkedFiles() {}

  /** The texts of all samples. */
  public static List<String> samples() throws IOException {
    List<String> texts = new ArrayList<>();
    File[] files =
        new File("../config-samples").listFiles((folder, name) -> name.endsWith(".yaml"));
    for (File file : Objects.requireNonNull(files)) {
      texts.add(Files.readString(file.toPath()));
    }
    return texts;
  }

  /** One copy of the text for each scalar, in which this scalar comes from the variable. */
  public static List<String> marked(String text) {
    List<String> marked = new ArrayList<>();
    for (ScalarNode scalar : scalarsOf(text)) {
      int start = offset(text, YamlErrorMessages.index(scalar.getStartMark()));
      int end = offset(text, YamlErrorMessages.index(scalar.getEndMark()));
      marked.add(text.substring(0, start) + "\"${env:" + VARIABLE + "}\"" + text.substring(end));
    }
    return marked;
  }

  private static int offset(String text, int codePoints) {
    return text.offsetByCodePoints(0, codePoints);
  }

  private static List<ScalarNode> scalarsOf(String text) {
    List<ScalarNode> scalars = new ArrayList<>();
    try {
      LoadSettings settings = LoadSettings.builder().setUseMarks(true).build();
      Optional<Node> root = new Compose(settings).composeString(text);
      root.ifPresent(node -> addTo(scalars, node, /* depth= */ 0));
    } catch (YamlEngineException notYaml) {
      return List.of();
    }
    return scalars;
  }

  private static void addTo(List<ScalarNode> scalars, @Nullable Node node, int depth) {
    if (depth > 20) {
      return;
    }
    if (node instanceof ScalarNode scalar && !scalar.getValue().isEmpty()) {
      scalars.add(scalar);
    } else if (node instanceof SequenceNode sequence) {
      sequence.getValue().forEach(item -> addTo(scalars, item, depth + 1));
    } else if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        addTo(scalars, tuple.getValueNode(), depth + 1);
      }
    }
  }
}
