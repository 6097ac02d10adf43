package dev.penstock.config;

import dev.penstock.rule.AnswerStyle;

/**
 * What the top level of a file says that rules refer to.
 *
 * @param keys the keys that have names
 * @param plans the plans that rates can be by
 * @param answer how a refusal is worded unless a rule says otherwise
 */
record Scope(NamedKeys keys, PlanNames plans, AnswerStyle answer) {}
