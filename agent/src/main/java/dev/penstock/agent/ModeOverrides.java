package dev.penstock.agent;

import dev.penstock.rules.Mode;
import org.jspecify.annotations.Nullable;

/** What an operator has switched over; where it says nothing, the file decides. */
interface ModeOverrides {
  /** The mode of the whole file. */
  @Nullable Mode mode();

  /** Who has switched the whole file over. */
  @Nullable String switchedBy();

  /** The mode of one rule. */
  @Nullable Mode mode(String rule);

  /** Who has switched the rule over. */
  @Nullable String switchedBy(String rule);

  /** How often somebody has used a switch. */
  long switches();
}
