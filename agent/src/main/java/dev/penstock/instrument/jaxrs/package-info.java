/** Instruments implementations of JAX-RS where they know the route of a request. */
@NullMarked
package dev.penstock.instrument.jaxrs;

import org.jspecify.annotations.NullMarked;
