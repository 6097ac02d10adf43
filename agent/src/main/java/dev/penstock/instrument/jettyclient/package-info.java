/** Where calls go out through Jetty's client. */
@NullMarked
package dev.penstock.instrument.jettyclient;

import org.jspecify.annotations.NullMarked;
