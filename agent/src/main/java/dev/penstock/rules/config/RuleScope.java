package dev.penstock.rules.config;

import dev.penstock.rules.RejectionStyle;
import dev.penstock.rules.config.value.NamedKeysParser;
import dev.penstock.rules.cutover.ShadowBlocks;
import dev.penstock.store.redis.client.FailurePolicy;
import org.jspecify.annotations.Nullable;

/**
 * The context of a rule: its section, and the settings of the top level that rules refer to.
 *
 * @param section the section that the rule is in
 * @param keys the named keys
 * @param plans the plans for rates by plan
 * @param answer the default format of rejection responses
 * @param blocks how {@code shadow} blocks are handled
 * @param onOutage how calls are handled while Redis is unavailable, unless a limit overrides it;
 *     null if there is no Redis
 */
public record RuleScope(
    Section section,
    NamedKeysParser keys,
    PlanNames plans,
    RejectionStyle answer,
    ShadowBlocks blocks,
    @Nullable FailurePolicy onOutage) {
  /** Returns the scope of outbound rules, which send no rejection responses. */
  RuleScope outbound() {
    return new RuleScope(Section.OUTBOUND, keys, plans, RejectionStyle.DEFAULT, blocks, onOutage);
  }

  /** Returns a copy for the limits of a rule with its own {@code on-store-failure}. */
  RuleScope on(@Nullable FailurePolicy outage) {
    return new RuleScope(section, keys, plans, answer, blocks, outage);
  }

  public boolean isOutbound() {
    return section == Section.OUTBOUND;
  }
}
