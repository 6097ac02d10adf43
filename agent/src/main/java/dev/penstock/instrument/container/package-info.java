/** Servlet requests, caught before the security of their container. */
@NullMarked
package dev.penstock.instrument.container;

import org.jspecify.annotations.NullMarked;
