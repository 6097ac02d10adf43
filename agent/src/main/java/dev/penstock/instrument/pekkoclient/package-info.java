/** Hook for the client of Pekko HTTP. */
@NullMarked
package dev.penstock.instrument.pekkoclient;

import org.jspecify.annotations.NullMarked;
