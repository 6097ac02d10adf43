/** Events for the JDK Flight Recorder. */
@NullMarked
package dev.penstock.telemetry.jfr;

import org.jspecify.annotations.NullMarked;
