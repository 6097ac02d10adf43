/** Calls caught in Spring WebFlux, where nobody may wait and answers are promises. */
@NullMarked
package dev.penstock.instrument.webflux;

import org.jspecify.annotations.NullMarked;
