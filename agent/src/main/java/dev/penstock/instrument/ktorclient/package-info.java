/** Hook for the CIO engine of Ktor's client. */
@NullMarked
package dev.penstock.instrument.ktorclient;

import org.jspecify.annotations.NullMarked;
