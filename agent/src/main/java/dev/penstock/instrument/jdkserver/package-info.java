/** The HTTP server that comes with the JDK. */
@NullMarked
package dev.penstock.instrument.jdkserver;

import org.jspecify.annotations.NullMarked;
