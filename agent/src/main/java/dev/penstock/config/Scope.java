package dev.penstock.config;

import dev.penstock.rule.AnswerStyle;

/**
 * What surrounds a rule: its section, and what the top level of the file says that rules refer to.
 *
 * @param section the section that the rule is in
 * @param keys the keys that have names
 * @param plans the plans that rates can be by
 * @param answer how a refusal is worded unless a rule says otherwise
 * @param blocks what becomes of a {@code shadow} block
 */
record Scope(Section section, NamedKeys keys, PlanNames plans, AnswerStyle answer, Blocks blocks) {
  boolean isOutbound() {
    return section == Section.OUTBOUND;
  }
}
