/** A share of a budget that this JVM may spend by itself. */
@NullMarked
package dev.penstock.lease;

import org.jspecify.annotations.NullMarked;
