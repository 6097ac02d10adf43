/** Compares a candidate in shadow mode with the rules in force. */
@NullMarked
package dev.penstock.agent.shadow;

import org.jspecify.annotations.NullMarked;
