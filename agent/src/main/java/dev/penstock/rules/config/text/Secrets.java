package dev.penstock.rules.config.text;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Hides the parts of a file that logs must not show: secrets, and credentials in addresses. */
public final class Secrets {
  /*
   * A problem shows the line that it is on, and the same line may contain a secret. So secrets are
   * marked in the source before parsing, by name and by pattern, even if the name is misspelled. If
   * the file is not valid YAML, there is no tree yet; then the rest of a line is hidden after
   * anything that looks like a secret, rather too much than too little. Variables stay visible,
   * because their names are not secret.
   */
  private static final List<String> HOLDERS = List.of("store", "shadow-log", "console");
  private static final List<String> NAMES = List.of("secret", "password", "token");
  private static final List<String> ADDRESSES = List.of("redis");
  private static final String AUTHORITY = "://";

  /** An algorithm whose name contains "token", and blanks of the same length to replace it. */
  private static final String BUCKET = "token-bucket";

  private static final String NO_SECRET = " ".repeat(BUCKET.length());

  private final SourceFile source;
  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private Secrets(SourceFile source) {
    this.source = source;
  }

  /** Hides everything that looks like a secret in a text that is not parsed yet. */
  public static void hideByLooks(SourceFile source) {
    Secrets secrets = new Secrets(source);
    for (int line = 1; line <= source.lines(); line++) {
      secrets.hideByLooks(line);
    }
  }

  private void hideByLooks(int line) {
    int start = source.startOfLine(line);
    String text = source.slice(start, source.endOfLine(line));
    String small = text.toLowerCase(Locale.ROOT).replace(BUCKET, NO_SECRET);
    int from = small.length() == text.length() ? endOfName(small) : -1;
    if (from >= 0) {
      hide(start, text, from, text.length());
    }
    int authority = text.indexOf(AUTHORITY);
    if (authority >= 0) {
      hide(start, text, authority + AUTHORITY.length(), text.lastIndexOf('@'));
    }
  }

  /** The start of the first value that is named like a secret; -1 if there is none. */
  private static int endOfName(String line) {
    int first = -1;
    for (String name : NAMES) {
      int at = line.indexOf(name);
      int colon = at < 0 ? -1 : line.indexOf(':', at);
      if (colon >= 0 && (first < 0 || colon < first)) {
        first = colon + 1;
      }
    }
    return first;
  }

  /** Hides exactly the secrets of a parsed text. */
  static void hide(Node root, SourceFile source) {
    source.showAll();
    Secrets secrets = new Secrets(source);
    secrets.hideNamed(root, /* depth= */ 0);
    secrets.hideCredentials(root);
  }

  /** Hides secrets by name, also at the top level, where a secret without indentation ends up. */
  private void hideNamed(Node map, int depth) {
    if (!(map instanceof MappingNode mapping)) {
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      String name = tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : "";
      Node value = tuple.getValueNode();
      if (isLike(name, NAMES)) {
        hideValue(value);
      } else if (depth == 0 && isLike(name, HOLDERS)) {
        hideNamed(value, depth + 1);
      } else if (depth == 0 && isLike(name, List.of("plans"))) {
        hideTable(value);
      } else if (depth == 1 && isLike(name, ADDRESSES) && value instanceof ScalarNode) {
        hideUpToLastAt(value);
      }
    }
  }

  /**
   * Hides a plan table that is written in the rules file instead of a file, because its keys are
   * API keys.
   */
  private void hideTable(Node plans) {
    if (!(plans instanceof MappingNode mapping)) {
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getValueNode() instanceof ScalarNode)) {
        hideValue(tuple.getValueNode());
      }
    }
  }

  private static boolean isLike(String name, List<String> names) {
    return Suggestion.nearest(name, names) != null;
  }

  private void hideValue(Node value) {
    int start = YamlErrorMessages.index(value.getStartMark());
    String text = text(value);
    if (!isVariable(text.replace("\"", "").replace("'", "").strip())) {
      hide(start, text, 0, text.length());
    }
  }

  /**
   * Hides everything up to the last {@code @}, since a password may contain unescaped characters.
   */
  private void hideUpToLastAt(Node address) {
    String text = text(address);
    int authority = text.indexOf(AUTHORITY);
    int from = authority < 0 ? 0 : authority + AUTHORITY.length();
    hideCredentials(
        YamlErrorMessages.index(address.getStartMark()), text, from, text.lastIndexOf('@'));
  }

  /** Hides the credentials before the host in all other addresses. */
  private void hideCredentials(Node node) {
    if (!seen.add(node)) {
      return;
    }
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        hideCredentials(tuple.getKeyNode());
        hideCredentials(tuple.getValueNode());
      }
    } else if (node instanceof SequenceNode sequence) {
      for (Node item : sequence.getValue()) {
        hideCredentials(item);
      }
    } else {
      String text = text(node);
      int authority = text.indexOf(AUTHORITY);
      int from = authority < 0 ? startOfBare(text) : authority + AUTHORITY.length();
      int slash = text.indexOf('/', from);
      int at = text.lastIndexOf('@', slash < 0 ? text.length() : slash);
      hideCredentials(YamlErrorMessages.index(node.getStartMark()), text, from, at);
    }
  }

  /** The start of credentials without a scheme, as in {@code ann:password@host}. */
  private static int startOfBare(String text) {
    int colon = text.indexOf(':');
    boolean isBare = colon > 0 && text.indexOf('@') > colon && text.indexOf("${") < 0;
    return isBare ? text.lastIndexOf(' ', colon) + 1 : text.length();
  }

  private void hideCredentials(int start, String text, int from, int at) {
    int colon = text.indexOf(':', from);
    int password = colon < 0 || colon > at ? from : colon + 1;
    if (at > from && !isVariable(text.substring(password, at))) {
      hide(start, text, from, at);
    }
  }

  /** True for {@code ${env:NAME}} alone, without a default. */
  private static boolean isVariable(String text) {
    return text.startsWith("${env:")
        && text.indexOf('}') == text.length() - 1
        && !text.contains(":-");
  }

  private String text(Node node) {
    int start = YamlErrorMessages.index(node.getStartMark());
    return source.slice(start, YamlErrorMessages.index(node.getEndMark())).stripTrailing();
  }

  /** Hides a part of a text that starts at {@code start}. Converts chars to code points. */
  private void hide(int start, String text, int from, int to) {
    if (from < to) {
      int first = start + text.codePointCount(0, from);
      source.hide(new SourceSpan(first, first + text.codePointCount(from, to)));
    }
  }
}
