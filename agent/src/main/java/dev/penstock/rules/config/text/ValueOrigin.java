package dev.penstock.rules.config.text;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/** The context that all values of one file share. */
final class ValueOrigin {
  private final Problems problems;
  private final Environment environment;
  private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  ValueOrigin(Problems problems, Environment environment) {
    this.problems = problems;
    this.environment = environment;
  }

  Problems problems() {
    return problems;
  }

  Environment environment() {
    return environment;
  }

  /**
   * True at the first visit of a node. A second visit means that it is used by an alias, which is
   * already reported; following aliases could take forever.
   */
  boolean isNew(Node node) {
    return seen.add(node);
  }
}
