/** Instruments Spring WebFlux, whose event loops must not block and whose results are Monos. */
@NullMarked
package dev.penstock.instrument.webflux;

import org.jspecify.annotations.NullMarked;
