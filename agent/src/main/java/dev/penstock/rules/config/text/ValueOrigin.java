package dev.penstock.rules.config.text;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.Node;

/** What all values of one file share. */
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
   * True if the node is met for the first time. A second time means that it stands for an alias,
   * which is refused already; following it could take for ever.
   */
  boolean isNew(Node node) {
    return seen.add(node);
  }
}
