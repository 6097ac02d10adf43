/** Hook for the HTTP client of Vert.x. */
@NullMarked
package dev.penstock.instrument.vertxclient;

import org.jspecify.annotations.NullMarked;
