/** Finds, reads and reloads the rules file. */
@NullMarked
package dev.penstock.agent.reload;

import org.jspecify.annotations.NullMarked;
