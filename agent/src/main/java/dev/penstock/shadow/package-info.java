/**
 * Shadow mode: compares a candidate for the rules with the rules that are enforced, without an
 * effect on the application.
 *
 * <p>Three words are used throughout. The <em>live</em> engine decides the real calls. The
 * <em>enforced</em> side of a comparison is the live engine, or a copy of its rules in which rules
 * in shadow mode count as enforced. The <em>candidate</em> side is what may replace it.
 */
@NullMarked
package dev.penstock.shadow;

import org.jspecify.annotations.NullMarked;
