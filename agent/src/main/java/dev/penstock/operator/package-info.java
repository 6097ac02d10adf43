/** Commands for a running agent, and the texts that answer them. */
@NullMarked
package dev.penstock.operator;

import org.jspecify.annotations.NullMarked;
