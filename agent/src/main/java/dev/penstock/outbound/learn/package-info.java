/** Learns from responses how fast a server accepts calls. */
@NullMarked
package dev.penstock.outbound.learn;

import org.jspecify.annotations.NullMarked;
