package dev.penstock.config;

import dev.penstock.redis.OnOutage;
import dev.penstock.rule.AnswerStyle;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds a rule: its section, and what the top level of the file says that rules refer to.
 *
 * @param section the section that the rule is in
 * @param keys the keys that have names
 * @param plans the plans that rates can be by
 * @param answer how a refusal is worded unless a rule says otherwise
 * @param blocks what becomes of a {@code shadow} block
 * @param onOutage what becomes of calls while Redis does not answer unless a limit says otherwise;
 *     null if there is no Redis
 */
record Scope(
    Section section,
    NamedKeys keys,
    PlanNames plans,
    AnswerStyle answer,
    Blocks blocks,
    @Nullable OnOutage onOutage) {
  /** The same for the rules of calls that go out, where there is nobody to answer. */
  Scope outbound() {
    return new Scope(Section.OUTBOUND, keys, plans, AnswerStyle.DEFAULT, blocks, onOutage);
  }

  /** The same for the limits of a rule that says what becomes of calls in an outage. */
  Scope on(@Nullable OnOutage outage) {
    return new Scope(section, keys, plans, answer, blocks, outage);
  }

  boolean isOutbound() {
    return section == Section.OUTBOUND;
  }
}
