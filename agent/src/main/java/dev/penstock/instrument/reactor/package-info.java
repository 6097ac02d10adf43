/** Hooks for Reactor Netty and for Spring's clients. */
@NullMarked
package dev.penstock.instrument.reactor;

import org.jspecify.annotations.NullMarked;
