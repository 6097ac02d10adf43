/** Hook for the client of Micronaut. */
@NullMarked
package dev.penstock.instrument.micronautclient;

import org.jspecify.annotations.NullMarked;
