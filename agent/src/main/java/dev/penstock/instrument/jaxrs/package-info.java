/** Where implementations of JAX-RS know what will handle a request. */
@NullMarked
package dev.penstock.instrument.jaxrs;

import org.jspecify.annotations.NullMarked;
