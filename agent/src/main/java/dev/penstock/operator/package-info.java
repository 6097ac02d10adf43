/** Commands that operators run against a running agent, and their text output. */
@NullMarked
package dev.penstock.operator;

import org.jspecify.annotations.NullMarked;
