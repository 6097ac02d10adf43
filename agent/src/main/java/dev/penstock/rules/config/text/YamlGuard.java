package dev.penstock.rules.config.text;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Rejects YAML features that rules files do not need and that attackers could exploit. */
final class YamlGuard {
  /*
   * Checks the events before the tree is built, because reading events needs no recursion: a file
   * with a million brackets is rejected here and causes no StackOverflowError.
   */
  private static final int DEEPEST = 20;

  private final Problems problems;
  private int depth;
  private int documents;
  private int reached;

  YamlGuard(Problems problems) {
    this.problems = problems;
  }

  /** True if a tree can be built, even if there are problems. */
  boolean admits(String text, LoadSettings settings) {
    try {
      for (Event event : new Parse(settings).parseString(text)) {
        if (!admits(event)) {
          return false;
        }
      }
      return true;
    } catch (YamlEngineException e) {
      YamlErrorMessages.report(e, problems);
      return false;
    } catch (RuntimeException e) {
      // The parser fails on some incomplete escapes without a position.
      problems.error(
          new SourceSpan(reached, reached + 1),
          /* path= */ "",
          "the text after this position cannot be parsed",
          "check the escapes in double quotes, or use single quotes");
      return false;
    }
  }

  private boolean admits(Event event) {
    reached = YamlErrorMessages.index(event.getEndMark());
    if (event instanceof DocumentStartEvent && ++documents > 1) {
      error(event, "a second document starts here", "a rules file contains one document only");
      return false;
    }
    if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
      int start = YamlErrorMessages.index(event.getStartMark());
      problems.error(
          new SourceSpan(start, start + 1),
          /* path= */ "",
          "this is nested too deeply",
          "settings are nested at most " + DEEPEST + " levels deep");
      return false;
    }
    if (event instanceof CollectionEndEvent) {
      depth--;
    }
    if (event instanceof NodeEvent node) {
      checkNode(node);
    }
    return true;
  }

  private void checkNode(NodeEvent node) {
    if (node instanceof AliasEvent alias) {
      error(
          node,
          "the alias" + name(node, "*" + alias.getAlias()) + " is not allowed",
          "write out its value; text that starts with `*` must be in quotes");
    } else if (node.getAnchor().isPresent()) {
      String name = name(node, "&" + node.getAnchor().get());
      error(node, "the anchor" + name + " is not allowed", "write out the value at each place");
    }
    Optional<String> tag = tag(node);
    if (tag.isPresent()) {
      String message =
          "the tag" + name(node, tag.get().replace("tag:yaml.org,2002:", "!!")) + " is not allowed";
      error(node, message, "values are plain text, lists and maps");
    }
  }

  /** The name after a blank; empty if it may be a secret that lacks its quotes. */
  private String name(NodeEvent node, String name) {
    int start = YamlErrorMessages.index(node.getStartMark());
    return problems.source().isHidden(start) ? "" : " " + MessageWords.code(name);
  }

  private static Optional<String> tag(NodeEvent node) {
    if (node instanceof ScalarEvent scalar) {
      return scalar.getTag();
    }
    return node instanceof CollectionStartEvent start ? start.getTag() : Optional.empty();
  }

  /** Reports an error at the first word of the event. */
  private void error(Event event, String message, String help) {
    int start = YamlErrorMessages.index(event.getStartMark());
    SourceFile source = problems.source();
    int end = start;
    while (end < source.length() && isWordCharacter(source.codePoint(end))) {
      end++;
    }
    problems.error(new SourceSpan(start, end), /* path= */ "", message, help);
  }

  private static boolean isWordCharacter(int codePoint) {
    return codePoint > ' ' && "[]{},".indexOf(codePoint) < 0;
  }
}
