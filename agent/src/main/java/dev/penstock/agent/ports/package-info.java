/** Finds TCP ports of the application whose requests no hook sees. */
@NullMarked
package dev.penstock.agent.ports;

import org.jspecify.annotations.NullMarked;
