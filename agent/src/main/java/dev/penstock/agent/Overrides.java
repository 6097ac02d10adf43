package dev.penstock.agent;

import dev.penstock.rule.Mode;
import org.jspecify.annotations.Nullable;

/** What an operator has switched over; where it says nothing, the file decides. */
interface Overrides {
  /** Nobody has touched anything. */
  Overrides NONE =
      new Overrides() {
        @Override
        public @Nullable Mode mode() {
          return null;
        }

        @Override
        public @Nullable String switchedBy() {
          return null;
        }

        @Override
        public @Nullable Mode mode(String rule) {
          return null;
        }

        @Override
        public @Nullable String switchedBy(String rule) {
          return null;
        }

        @Override
        public long switches() {
          return 0;
        }
      };

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
