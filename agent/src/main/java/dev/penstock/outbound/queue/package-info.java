/** Outbound calls that wait for their turn, their queues, and the timer that wakes them. */
@NullMarked
package dev.penstock.outbound.queue;

import org.jspecify.annotations.NullMarked;
