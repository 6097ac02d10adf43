/** Reads from responses how fast a server wants to be called. */
@NullMarked
package dev.penstock.outbound.learn;

import org.jspecify.annotations.NullMarked;
