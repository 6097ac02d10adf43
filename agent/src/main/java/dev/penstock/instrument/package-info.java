/** Instruments servers and HTTP clients, and reads the calls that hooks catch there. */
@NullMarked
package dev.penstock.instrument;

import org.jspecify.annotations.NullMarked;
