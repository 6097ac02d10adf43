/** The text of a rules file: YAML values with positions, and problems that point at them. */
@NullMarked
package dev.penstock.rules.config.text;

import org.jspecify.annotations.NullMarked;
