/** Outbound calls that wait for their turn, and the timers that wake them. */
@NullMarked
package dev.penstock.outbound.queue;

import org.jspecify.annotations.NullMarked;
