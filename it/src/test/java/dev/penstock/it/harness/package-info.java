/** Starts applications in separate JVMs, with or without the agent, and sends them requests. */
@NullMarked
package dev.penstock.it.harness;

import org.jspecify.annotations.NullMarked;
