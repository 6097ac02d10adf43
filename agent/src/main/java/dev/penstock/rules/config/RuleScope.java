package dev.penstock.rules.config;

import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.config.value.NamedKeysParser;
import dev.penstock.rules.cutover.ShadowBlocks;
import dev.penstock.store.redis.client.FailurePolicy;
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
public record RuleScope(
    Section section,
    NamedKeysParser keys,
    PlanNames plans,
    RejectionStyle answer,
    ShadowBlocks blocks,
    @Nullable FailurePolicy onOutage) {
  /** The same for the rules of calls that go out, where there is nobody to answer. */
  RuleScope outbound() {
    return new RuleScope(Section.OUTBOUND, keys, plans, RejectionStyle.DEFAULT, blocks, onOutage);
  }

  /** The same for the limits of a rule that says what becomes of calls in an outage. */
  RuleScope on(@Nullable FailurePolicy outage) {
    return new RuleScope(section, keys, plans, answer, blocks, outage);
  }

  public boolean isOutbound() {
    return section == Section.OUTBOUND;
  }
}
