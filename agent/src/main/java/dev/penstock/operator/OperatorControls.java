package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What operators can read and change in a running agent. */
public interface OperatorControls {
  /** The current state. Take one snapshot for values that are shown together. */
  Snapshot snapshot();

  /** The current state as text. */
  String status();

  /**
   * Switches the mode of all rules from the next decision on, until an operator switches back.
   *
   * @param mode null to use the mode of the file again
   * @param by the source, for the log: {@code console}, {@code JMX}, {@code command line}
   */
  void switchAll(@Nullable Mode mode, String by);

  /**
   * Switches the mode of one rule. A milder mode of the whole file still applies.
   *
   * @return false if there is no such rule
   */
  boolean switchRule(String rule, @Nullable Mode mode, String by);

  /**
   * The remaining budget of a client in each quota of a rule.
   *
   * @param key the key as {@code explain} prints it: {@code user=42}
   * @throws IllegalArgumentException with a message for the operator if the rule does not exist or
   *     has no such key
   * @throws IllegalStateException with a message for the operator if the counts are in Redis and
   *     Redis is unavailable
   */
  List<KeyState> peek(String rule, String key);

  /**
   * Restores the full budget of a client and returns it. Limits on calls in flight do not change.
   */
  List<KeyState> reset(String rule, String key, String by);
}
