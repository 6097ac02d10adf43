/** Instruments Ktor's server on its own engine CIO, whose handlers are coroutines. */
@NullMarked
package dev.penstock.instrument.ktor;

import org.jspecify.annotations.NullMarked;
