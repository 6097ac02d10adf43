/** Modes that an operator switches over the rules file. */
@NullMarked
package dev.penstock.agent.switches;

import org.jspecify.annotations.NullMarked;
