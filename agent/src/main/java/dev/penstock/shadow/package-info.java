/** Compares the rules in force with a candidate, without an effect on the application. */
@NullMarked
package dev.penstock.shadow;

import org.jspecify.annotations.NullMarked;
