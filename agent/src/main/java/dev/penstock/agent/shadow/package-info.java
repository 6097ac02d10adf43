/** Runs a candidate in shadow beside the rules in force. */
@NullMarked
package dev.penstock.agent.shadow;

import org.jspecify.annotations.NullMarked;
