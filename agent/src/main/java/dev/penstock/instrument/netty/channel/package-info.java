/**
 * Handlers in the channels of an application: compiled against Netty, and never loaded by the
 * agent's loader, but once for each copy of Netty by a {@link
 * dev.penstock.instrument.CompanionClassLoader}.
 */
@NullMarked
package dev.penstock.instrument.netty.channel;

import org.jspecify.annotations.NullMarked;
