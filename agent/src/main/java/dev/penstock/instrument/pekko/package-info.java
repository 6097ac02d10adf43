/** Instruments the HTTP server of Pekko. */
@NullMarked
package dev.penstock.instrument.pekko;

import org.jspecify.annotations.NullMarked;
