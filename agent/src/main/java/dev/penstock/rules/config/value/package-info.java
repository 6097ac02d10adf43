/** Parsers for the settings of a rule: rates, keys, matches, durations. */
@NullMarked
package dev.penstock.rules.config.value;

import org.jspecify.annotations.NullMarked;
