/** Instruments Vert.x, whose event loops must not block. */
@NullMarked
package dev.penstock.instrument.vertx;

import org.jspecify.annotations.NullMarked;
