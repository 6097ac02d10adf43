/** Attributes on the current OpenTelemetry span. */
@NullMarked
package dev.penstock.telemetry.otel;

import org.jspecify.annotations.NullMarked;
