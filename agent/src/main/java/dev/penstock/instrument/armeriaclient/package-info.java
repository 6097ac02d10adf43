/** Hook for the client of Armeria. */
@NullMarked
package dev.penstock.instrument.armeriaclient;

import org.jspecify.annotations.NullMarked;
