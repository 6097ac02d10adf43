/** The local page on which an operator sees the agent and steers it, and its metrics. */
@NullMarked
package dev.penstock.console;

import org.jspecify.annotations.NullMarked;
