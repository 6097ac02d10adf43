/** Hook for the Jetty client. */
@NullMarked
package dev.penstock.instrument.jettyclient;

import org.jspecify.annotations.NullMarked;
