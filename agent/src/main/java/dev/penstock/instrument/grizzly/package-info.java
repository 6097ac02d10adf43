/** Grizzly, where it hands requests to something else than servlets. */
@NullMarked
package dev.penstock.instrument.grizzly;

import org.jspecify.annotations.NullMarked;
