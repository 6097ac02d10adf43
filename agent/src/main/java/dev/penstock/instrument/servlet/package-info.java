/** Instruments filters and servlets, javax and jakarta. */
@NullMarked
package dev.penstock.instrument.servlet;

import org.jspecify.annotations.NullMarked;
