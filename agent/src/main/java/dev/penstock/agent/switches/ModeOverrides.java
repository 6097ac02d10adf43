package dev.penstock.agent.switches;

import dev.penstock.rules.Mode;
import org.jspecify.annotations.Nullable;

/** The modes that operators have switched. Where there is no switch, the rules file decides. */
public interface ModeOverrides {
  /** Returns the switched mode of all rules; null if not switched. */
  @Nullable Mode mode();

  /** Returns who switched all rules, such as {@code console}; null if not switched. */
  @Nullable String switchedBy();

  /** Returns the switched mode of one rule; null if not switched. */
  @Nullable Mode mode(String rule);

  /** Returns who switched the rule; null if not switched. */
  @Nullable String switchedBy(String rule);

  /** Returns how often operators have used a switch or a reset. */
  long switches();
}
