/** Instruments the handlers of Grizzly servers. */
@NullMarked
package dev.penstock.instrument.grizzly;

import org.jspecify.annotations.NullMarked;
