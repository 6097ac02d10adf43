/** Calls caught in Vert.x, where nobody may wait. */
@NullMarked
package dev.penstock.instrument.vertx;

import org.jspecify.annotations.NullMarked;
