/**
 * Rewrites a rules file so that its shadow settings take effect, and keeps the rest of its text.
 */
@NullMarked
package dev.penstock.rules.cutover;

import org.jspecify.annotations.NullMarked;
