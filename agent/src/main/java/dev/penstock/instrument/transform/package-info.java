/** Inlines the advice of hooks into the classes of servers and clients. */
@NullMarked
package dev.penstock.instrument.transform;

import org.jspecify.annotations.NullMarked;
