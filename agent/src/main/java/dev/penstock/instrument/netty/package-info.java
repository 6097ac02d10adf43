/** Instruments Netty's HTTP codecs, and with them each server that has no hook of its own. */
@NullMarked
package dev.penstock.instrument.netty;

import org.jspecify.annotations.NullMarked;
