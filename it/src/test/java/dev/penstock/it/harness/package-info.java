/** Starts applications in JVMs of their own, with or without the agent, and talks to them. */
@NullMarked
package dev.penstock.it.harness;

import org.jspecify.annotations.NullMarked;
