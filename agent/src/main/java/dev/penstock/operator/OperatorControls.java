package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.telemetry.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent as an operator sees it: what there is to look at, and what can be switched. */
public interface OperatorControls {
  /** All that is shown anywhere; to be taken once for all that is shown together. */
  Snapshot snapshot();

  /** What the agent is doing, in words for an operator. */
  String status();

  /**
   * Switches all rules over, from the next decision on, until somebody switches back.
   *
   * @param mode null to go by the file again
   * @param by who does it, for the log: {@code console}, {@code JMX}, {@code command line}
   */
  void switchAll(@Nullable Mode mode, String by);

  /**
   * The same for one rule; the mode of the whole file can still make it milder.
   *
   * @return false if there is no such rule
   */
  boolean switchRule(String rule, @Nullable Mode mode, String by);

  /**
   * What a client has left of each quota of a rule.
   *
   * @param key as {@code explain} writes it: {@code user=42}
   * @throws IllegalArgumentException with a message for people if there is no such rule, or the key
   *     is not one of its keys
   * @throws IllegalStateException with a message for people if Redis counts and does not answer
   */
  List<KeyState> peek(String rule, String key);

  /**
   * The same, after the client was forgiven all that it has spent. Calls in flight are not spent:
   * limits on those stay as they are.
   */
  List<KeyState> reset(String rule, String key, String by);
}
