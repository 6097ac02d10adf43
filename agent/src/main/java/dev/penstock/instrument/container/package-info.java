/**
 * Instruments servlet containers before their own security, and Undertow and Jetty 12 also without
 * servlets.
 */
@NullMarked
package dev.penstock.instrument.container;

import org.jspecify.annotations.NullMarked;
