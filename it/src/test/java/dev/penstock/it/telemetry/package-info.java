/** Metrics, JFR events and spans of a running agent. */
@NullMarked
package dev.penstock.it.telemetry;

import org.jspecify.annotations.NullMarked;
