/** Snapshots in the Prometheus text format. */
@NullMarked
package dev.penstock.telemetry.prometheus;

import org.jspecify.annotations.NullMarked;
