/** Counters and snapshots: all figures that metrics, status and the console show. */
@NullMarked
package dev.penstock.telemetry;

import org.jspecify.annotations.NullMarked;
