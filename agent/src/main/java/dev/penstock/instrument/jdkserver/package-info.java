/** Instruments the HTTP server of the JDK. */
@NullMarked
package dev.penstock.instrument.jdkserver;

import org.jspecify.annotations.NullMarked;
