/** Instruments servlet containers, before their own security. */
@NullMarked
package dev.penstock.instrument.container;

import org.jspecify.annotations.NullMarked;
