/** Where calls go out through Reactor Netty, on its own and under Spring's clients. */
@NullMarked
package dev.penstock.instrument.reactor;

import org.jspecify.annotations.NullMarked;
