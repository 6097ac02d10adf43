/** Holds outbound calls until their turn, and learns from answers. */
@NullMarked
package dev.penstock.pace;

import org.jspecify.annotations.NullMarked;
