/** What is noted of a decision on the current span of OpenTelemetry. */
@NullMarked
package dev.penstock.span;

import org.jspecify.annotations.NullMarked;
