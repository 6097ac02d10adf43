/** Instruments the HTTP server of Micronaut, over HTTP/1.1 and HTTP/2, and its routes. */
@NullMarked
package dev.penstock.instrument.micronaut;

import org.jspecify.annotations.NullMarked;
